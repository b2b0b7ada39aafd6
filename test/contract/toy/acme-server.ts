import { createHash } from 'node:crypto';
import {
  type LabAnswer,
  LabController,
  type LabProduct,
  type LabRequest,
  type StandardRefusal,
} from '@patchbay/lab';

interface Name {
  readonly id: string;
  readonly name: string;
  readonly address: string;
}

const json = (status: number, body: unknown): LabAnswer => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

/** A name server of a maker that no package of this repository knows: `/status` and `/names`, with a key in a header. */
class NameServer implements LabProduct {
  readonly sessionLimitMs = 30_000;
  readonly #key: string;
  readonly #names = new Map<string, Name>();
  #made = 0;

  constructor(key: string) {
    this.#key = key;
  }

  get names(): readonly Name[] {
    return [...this.#names.values()];
  }

  authenticate({ headers }: LabRequest): LabAnswer | null {
    return headers['x-acme-key'] === this.#key ? null : this.refusal('unauthorized');
  }

  isWrite({ method }: LabRequest): boolean {
    return method !== 'GET';
  }

  execute({ method, path, body }: LabRequest): LabAnswer {
    if (path === '/status') return json(200, { version: '1.2', serial: 'ACME-7' });
    if (path === '/names' && method === 'GET') return json(200, this.names);
    if (path === '/names' && method === 'POST') {
      this.#made += 1;
      return this.#keep({ id: `n${this.#made}`, name: '', address: '', ...JSON.parse(body) });
    }
    const stored = this.#names.get(path.slice('/names/'.length));
    if (stored === undefined) return json(404, { message: 'no such name' });
    if (method === 'PATCH') return this.#keep({ ...stored, ...JSON.parse(body) });
    this.#names.delete(stored.id);
    return json(200, stored);
  }

  refusal(kind: StandardRefusal): LabAnswer {
    const statuses = { unauthorized: 401, rate_limited: 429, too_large: 413, session_closed: 504 };
    return json(statuses[kind], { message: kind });
  }

  stateHash(): string {
    return createHash('sha256').update(JSON.stringify(this.names)).digest('hex');
  }

  #keep(name: Name): LabAnswer {
    this.#names.set(name.id, name);
    return json(200, name);
  }
}

/** The name server, switched on, with its ledger, faults and clock. */
export class AcmeController extends LabController {
  readonly vendor = 'acme';
  readonly #names = new NameServer('Brass-Key-41');

  constructor() {
    super({ plain_http: true });
    this.serve({
      product: this.#names,
      credentials: { username: '', password: '', api_key: 'Brass-Key-41' },
      common_name: 'acme.test',
      summary: () => this.state(),
    });
  }

  state() {
    return { names: this.#names.names };
  }
}
