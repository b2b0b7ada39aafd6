import {
  type ControllerFacts,
  type ControllerTarget,
  controllerOrigin,
  DeviceError,
  type Send,
  type Snapshot,
  textAt,
  transportFailure,
  unreadableAnswer,
  type VendorSession,
  type VendorValue,
} from '@patchbay/vendor-kit';

const NOUN = 'name server';
const TYPES = new Map([
  [401, 'adapter_authentication_error'],
  [404, 'adapter_not_found'],
  [429, 'adapter_rate_limit'],
  [504, 'adapter_timeout'],
] as const);

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** A conversation with one name server. */
export class AcmeSession implements VendorSession {
  readonly #send: Send;
  readonly #target: ControllerTarget;
  readonly #origin: string;

  constructor(send: Send, target: ControllerTarget) {
    this.#send = send;
    this.#target = target;
    this.#origin = controllerOrigin(target.url, NOUN);
  }

  async probe(): Promise<ControllerFacts> {
    const told = await this.request('GET', '/status');
    const version = textAt(told, 'version');
    return { version, model: 'Acme', serial: textAt(told, 'serial'), name: null, capabilities: ['dns'] };
  }

  async snapshot(): Promise<Snapshot> {
    return { controller: await this.probe(), devices: [], objects: { 'dns.name': await this.names() } };
  }

  async list(feature: string): Promise<readonly VendorValue[] | null> {
    return feature === 'dns.name' ? this.names() : null;
  }

  async names(): Promise<readonly VendorValue[]> {
    return (await this.request('GET', '/names')) as readonly VendorValue[];
  }

  async request(method: Method, path: string, body?: VendorValue): Promise<unknown> {
    const { credential, tls, guard = (exchange) => exchange() } = this.#target;
    const isWrite = method !== 'GET';
    return guard(async () => {
      const answer = await this.#send({
        url: `${this.#origin}${path}`,
        method,
        headers: { 'x-acme-key': credential?.secret ?? '', 'content-type': 'application/json' },
        ...(body ? { body: JSON.stringify(body) } : {}),
        timeoutMs: 8_000,
        tls,
      }).catch((error: unknown) => {
        throw transportFailure(error, NOUN, { isWrite });
      });
      const read = parsed(answer.body);
      if (answer.status !== 200) throw refusal(answer.status, isWrite);
      if (read === undefined) throw unreadableAnswer(NOUN, answer.status, { isWrite });
      return read;
    });
  }
}

const refusal = (status: number, isWrite: boolean): DeviceError =>
  new DeviceError({
    type: TYPES.get(status as 401) ?? 'adapter_error',
    outcome: isWrite && status >= 500 ? 'unknown' : 'refused',
    status,
    message: `the ${NOUN} answered ${status}`,
  });

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
