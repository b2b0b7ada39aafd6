import type { LabAnswer, LabProduct, LabRequest, StandardRefusal } from '../lab-product.ts';
import { answered, refused, unknownPath } from './envelope.ts';
import type { FirewallDevice } from './firewall-device.ts';
import { type Body, ObjectCalls } from './objects/object-calls.ts';
import { badJson, missingPackage, Refusal, unsimulated, wrongMethod } from './refusal.ts';
import type { Endpoint } from './schema.ts';
import { type FirewallSignIn, unauthorized } from './sign-in.ts';
import { applyCall, type FirewallPower, specialOf } from './special-calls.ts';

interface PfRestParts {
  readonly device: FirewallDevice;
  readonly signIn: FirewallSignIn;
  readonly power: FirewallPower;
}

/** pfSense with the REST package: endpoints, answers and refusals as the package's schema and notes have them. */
export class PfRestProduct implements LabProduct {
  readonly sessionLimitMs = 60_000;
  readonly #parts: PfRestParts;
  readonly #objects: ObjectCalls;

  constructor(parts: PfRestParts) {
    this.#parts = parts;
    this.#objects = new ObjectCalls(parts.device);
  }

  authenticate(request: LabRequest): LabAnswer | null {
    if (!this.#parts.device.schema.endpoints.has(pathOf(request))) return unknownPath();
    const refusal = this.#parts.signIn.refusalOf(request);
    return refusal === null ? null : refused(refusal);
  }

  isWrite({ method }: LabRequest): boolean {
    return method !== 'GET' && method !== 'HEAD' && method !== 'OPTIONS';
  }

  execute(request: LabRequest): LabAnswer {
    try {
      return this.#execute(request);
    } catch (error) {
      if (error instanceof Refusal) return refused(error);
      throw error;
    }
  }

  refusal(kind: StandardRefusal): LabAnswer {
    if (kind === 'unauthorized') return refused(unauthorized());
    if (kind === 'too_large') return refused(new Refusal(413, 'PAYLOAD_TOO_LARGE', 'The body is too large.'));
    if (kind === 'session_closed')
      return { status: 504, headers: { 'content-type': 'text/html' }, body: '<html>Gateway Time-out</html>' };
    const answer = refused(new Refusal(429, 'TOO_MANY_REQUESTS', 'Too many requests.'));
    return { ...answer, headers: { ...answer.headers, 'retry-after': '1' } };
  }

  stateHash(): string {
    return this.#parts.device.records.hash();
  }

  #execute(request: LabRequest): LabAnswer {
    const { schema } = this.#parts.device;
    const path = pathOf(request);
    const endpoint = schema.endpoints.get(path);
    if (endpoint === undefined) return unknownPath();
    if (!endpoint.methods.includes(request.method)) throw wrongMethod(request.method, path);
    const model = schema.model(endpoint.model);
    const missing = this.#parts.device.isInstalled(model);
    if (missing !== null) throw missingPackage(missing);
    if (request.method === 'GET') return answered(this.#read(endpoint, request.query));
    if (request.method === 'DELETE') return answered(this.#remove(endpoint, request.query));
    return this.#write(endpoint, request.method, readBody(request));
  }

  #read(endpoint: Endpoint, query: URLSearchParams): unknown {
    const model = this.#parts.device.schema.model(endpoint.model);
    if (endpoint.path.endsWith('/apply')) return applyCall(this.#parts.device, endpoint.path, null);
    return endpoint.many ? this.#objects.list(model, query) : this.#objects.get(model, query);
  }

  #remove(endpoint: Endpoint, query: URLSearchParams): unknown {
    const model = this.#parts.device.schema.model(endpoint.model);
    return endpoint.many
      ? this.#objects.removeMany(model, endpoint, query)
      : this.#objects.remove(model, endpoint, query);
  }

  #write(endpoint: Endpoint, method: string, body: Body): LabAnswer {
    const device = this.#parts.device;
    const model = device.schema.model(endpoint.model);
    if (endpoint.path.endsWith('/apply'))
      return answered(applyCall(device, endpoint.path, { async: body['async'] !== false }));
    if (endpoint.many) throw unsimulated(`${method} on a whole list`);
    if (method === 'PATCH') return answered(this.#objects.update(model, endpoint, body));
    const special = specialOf(model);
    if (special !== undefined) {
      const { data, afterwards } = special({
        device,
        signIn: this.#parts.signIn,
        power: this.#parts.power,
        model,
        endpoint,
        body,
      });
      return { ...answered(data), ...(afterwards ? { afterwards } : {}) };
    }
    if (!model.many) throw unsimulated(`POST ${endpoint.path}`);
    return answered(this.#objects.create(model, endpoint, body));
  }
}

const pathOf = ({ path }: LabRequest): string => (path.length > 1 ? path.replace(/\/$/, '') : path);

function readBody({ body, headers }: LabRequest): Body {
  if (body.trim() === '') return {};
  if (!(headers['content-type'] ?? '').startsWith('application/json'))
    throw new Refusal(415, 'MEDIA_TYPE_NOT_SUPPORTED', 'Content type is not supported.');
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    throw badJson();
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) throw badJson();
  return { ...parsed };
}
