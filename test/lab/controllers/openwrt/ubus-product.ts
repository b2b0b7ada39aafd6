import type { LabAnswer, LabProduct, LabRequest, StandardRefusal } from '../lab-product.ts';
import type { OpenWrtDevice } from './device.ts';
import { type FoundObject, findObject, fits, shownSignatures } from './schema.ts';
import type { CallResult, Method } from './ubus/call.ts';
import { receiveUpload } from './ubus/cgi-upload.ts';
import {
  type RpcAnswer,
  type RpcRequest,
  readRequest,
  readRequests,
  rpcError,
  rpcErrors,
  rpcResult,
} from './ubus/json-rpc.ts';
import { isReadingCall, objectMethods } from './ubus/objects.ts';
import type { Power } from './ubus/system-methods.ts';
import { nullSession } from './ubus/ubus-sessions.ts';
import { ubusStatus } from './uci/uci-state.ts';

const json = { 'content-type': 'application/json' };
const uploadPath = '/cgi-bin/cgi-upload';
/** The bridge reads no longer body than this. */
const maxBody = 65_536;
const maxRequests = 100;
/** What may be called without a login. */
const open = new Set(['session.login', 'session.access', 'luci.getFeatures']);

interface Served {
  readonly answer: RpcAnswer;
  readonly refused?: string;
  readonly afterwards?: () => void;
}

/** OpenWrt's `/ubus`: HTTP 200 for nearly everything, statuses inside the answer. */
export class UbusProduct implements LabProduct {
  readonly sessionLimitMs = 60_000;
  readonly #device: OpenWrtDevice;
  readonly #methods: Readonly<Record<string, Readonly<Record<string, Method>>>>;

  constructor(device: OpenWrtDevice, power: Power) {
    this.#device = device;
    this.#methods = objectMethods(power);
  }

  /** Each call carries its own session, so nothing is refused before it is read. */
  authenticate(): LabAnswer | null {
    return null;
  }

  isWrite(request: LabRequest): boolean {
    if (request.path === uploadPath) return true;
    const calls = readRequests(request.body)?.requests ?? [];
    return calls.map(readRequest).some((call) => call?.method === 'call' && !isReading(call));
  }

  execute(request: LabRequest): LabAnswer {
    if (request.path === uploadPath) return receiveUpload(this.#device, request);
    if (request.path !== '/ubus' && request.path !== '/ubus/') return plain(404, 'Not Found');
    if (request.method !== 'POST') return plain(400, 'Bad Request');
    const read = request.body.length > maxBody ? null : readRequests(request.body);
    if (read === null) return answered(rpcError(null, rpcErrors.parse));
    const served = read.requests.slice(0, maxRequests).map((each) => this.#serve(each));
    const body = read.batch ? served.map(({ answer }) => answer) : served[0]?.answer;
    const refused = served.find((each) => each.refused !== undefined)?.refused;
    const ends = served.flatMap(({ afterwards }) => afterwards ?? []);
    return {
      ...answered(body),
      ...(refused === undefined ? {} : { refused: true, detail: refused }),
      ...(ends.length === 0 ? {} : { afterwards: () => endAll(ends) }),
    };
  }

  refusal(kind: StandardRefusal): LabAnswer {
    if (kind === 'rate_limited')
      return { ...plain(429, 'Too Many Requests'), headers: { 'retry-after': '1' } };
    if (kind === 'too_large') return answered(rpcError(null, rpcErrors.parse));
    const error = kind === 'unauthorized' ? rpcErrors.access : rpcErrors.timeout;
    return { ...answered(rpcError(null, error)), refused: true, detail: error.message };
  }

  stateHash(): string {
    return this.#device.hash();
  }

  #serve(value: unknown): Served {
    const request = readRequest(value);
    if (request === null) return refused(rpcError(null, rpcErrors.invalid));
    if (request.method === 'list') return { answer: this.#list(request) };
    if (request.method === 'call') return this.#call(request);
    return refused(rpcError(request.id, rpcErrors.method));
  }

  #list({ id, params }: RpcRequest): RpcAnswer {
    // Signatures are shown without a login; the session in front is optional.
    const names = params.length > 1 ? params.slice(1) : params;
    const found = names.flatMap((name) => this.#find(String(name)) ?? []);
    return rpcResult(id, Object.fromEntries(found.map((each) => [each.pattern, shownSignatures(each)])));
  }

  #call({ id, params }: RpcRequest): Served {
    const [session, object, method, given] = params;
    if (typeof session !== 'string' || typeof object !== 'string' || typeof method !== 'string')
      return refused(rpcError(id, rpcErrors.parameters));
    if (typeof given !== 'object' || given === null || Array.isArray(given) || 'ubus_rpc_session' in given)
      return refused(rpcError(id, rpcErrors.parameters));
    const found = this.#find(object);
    if (found === null) return refused(rpcError(id, rpcErrors.object));
    const isOpen = session === nullSession && open.has(`${object}.${method}`);
    if (!isOpen && this.#device.sessions.use(session) === undefined)
      return refused(rpcError(id, rpcErrors.access));
    const { status, data, afterwards } = this.#run(found, method, session, { ...given });
    return {
      answer: rpcResult(id, data === undefined ? [status] : [status, data]),
      ...(status === ubusStatus.ok ? {} : { refused: `${object}.${method}: status ${status}` }),
      ...(afterwards === undefined ? {} : { afterwards }),
    };
  }

  #run(
    found: FoundObject,
    method: string,
    session: string,
    given: Readonly<Record<string, unknown>>,
  ): CallResult {
    const signature = Object.hasOwn(found.methods, method) ? found.methods[method] : undefined;
    if (signature === undefined) return { status: ubusStatus.method_not_found };
    if (!fits(signature, given)) return { status: ubusStatus.invalid_argument };
    const work = this.#methods[found.pattern]?.[method];
    if (work === undefined) return { status: ubusStatus.not_supported };
    return work({ device: this.#device, session, name: found.name }, given);
  }

  #find(name: string): FoundObject | null {
    return findObject(name, (pattern, part) =>
      pattern === 'hostapd.<ifname>'
        ? this.#device.radios.port(part) !== undefined
        : this.#device.uci.running('network').some((each) => each.type === 'interface' && each.name === part),
    );
  }
}

const isReading = ({ params: [, object, method] }: RpcRequest): boolean =>
  isReadingCall(String(object), String(method));

const refused = (answer: RpcAnswer): Served => ({ answer, refused: answer.error?.message ?? 'refused' });

const answered = (body: unknown): LabAnswer => ({ status: 200, headers: json, body: JSON.stringify(body) });

const plain = (status: number, text: string): LabAnswer => ({
  status,
  headers: { 'content-type': 'text/html' },
  body: `<h1>${text}</h1>`,
});

function endAll(ends: readonly (() => void)[]): void {
  for (const end of ends) end();
}
