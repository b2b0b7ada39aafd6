import { createHash } from 'node:crypto';
import type { LabAnswer, LabProduct, LabRequest, StandardRefusal } from '../lab-product.ts';
import type { Exchange } from './exchange.ts';

const VERSION = '22.6.0';

/** The REST interface of Asterisk, as far as the platform reads it. */
export class AriProduct implements LabProduct {
  readonly sessionLimitMs = 30_000;
  readonly #exchange: Exchange;
  readonly #authorization: string;

  constructor(
    exchange: Exchange,
    { username, password }: { readonly username: string; readonly password: string },
  ) {
    this.#exchange = exchange;
    this.#authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  }

  authenticate({ headers }: LabRequest): LabAnswer | null {
    return headers.authorization === this.#authorization ? null : this.refusal('unauthorized');
  }

  isWrite({ method }: LabRequest): boolean {
    return method !== 'GET';
  }

  execute({ method, path, query }: LabRequest): LabAnswer {
    if (method !== 'GET') return refused(403, 'Read-only user');
    if (path === '/ari/asterisk/info') return json(this.#info((query.get('only') ?? '').split(',')));
    if (path === '/ari/endpoints') return json(this.#exchange.endpoints());
    if (path === '/ari/channels') return json(this.#exchange.channels());
    return refused(404, 'Resource not found');
  }

  refusal(kind: StandardRefusal): LabAnswer {
    if (kind === 'unauthorized') return refused(401, 'Authentication required');
    if (kind === 'rate_limited') return refused(503, 'Too many requests');
    return refused(kind === 'too_large' ? 413 : 500, 'Failed');
  }

  stateHash(): string {
    const state = [this.#exchange.endpoints(), this.#exchange.channels()];
    return createHash('sha256').update(JSON.stringify(state)).digest('hex');
  }

  #info(only: readonly string[]): object {
    const parts: Readonly<Record<string, object>> = {
      system: { version: VERSION, entity_id: '02:00:5e:00:53:01' },
      status: { startup_time: this.#exchange.started, last_reload_time: this.#exchange.started },
      config: { name: '', default_language: 'en', setid: { user: '', group: '' } },
    };
    const wanted = Object.entries(parts).filter(([name]) => only.includes('') || only.includes(name));
    return Object.fromEntries(wanted);
  }
}

const json = (body: unknown): LabAnswer => ({
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

const refused = (status: number, message: string): LabAnswer => ({
  ...json({ message }),
  status,
  detail: message,
});
