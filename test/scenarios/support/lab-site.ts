import {
  type LabController,
  OpnsenseController,
  PfSenseController,
  RouterOsController,
  UnifiController,
} from '@patchbay/lab';
import { type Harness, type Person, waitFor } from '../../harness/index.ts';

interface Teardown {
  teardown(work: () => unknown): unknown;
}

interface LabOptions {
  readonly plain_http: boolean;
  readonly devices: number;
}

const products: Readonly<Record<string, (options: LabOptions) => LabController>> = {
  mikrotik: (options) => new RouterOsController(options),
  opnsense: (options) => new OpnsenseController(options),
  pfsense: (options) => new PfSenseController(options),
  unifi: (options) => new UnifiController(options),
};

export interface Registered {
  readonly id: string;
  readonly lab: LabController;
}

/** Simulated controllers of several vendors, registered at one site. */
export class LabSite {
  readonly id: string;
  readonly #platform: Harness;
  readonly #as: Person;
  readonly #t: Teardown;

  private constructor(t: Teardown, platform: Harness, as: Person, id: string) {
    this.#t = t;
    this.#platform = platform;
    this.#as = as;
    this.id = id;
  }

  static async at(t: Teardown, platform: Harness, as: Person, name: string): Promise<LabSite> {
    return new LabSite(t, platform, as, await platform.site(as, name));
  }

  /** Starts one and registers it; nothing is read yet. */
  async register(vendor: string, name = vendor): Promise<Registered> {
    const lab = products[vendor]?.({ plain_http: true, devices: 2 });
    if (!lab) throw new Error(`no simulated ${vendor}`);
    const { url, credentials } = await lab.start();
    this.#t.teardown(() => lab.stop());
    const { username, password, api_key } = credentials;
    const credential_id = await this.#created('/credentials', {
      name: `lab ${name}`,
      kind: vendor === 'opnsense' || vendor === 'unifi' ? 'key' : 'password',
      username,
      secret: vendor === 'unifi' ? api_key : password,
    });
    const body = { name, site_id: this.id, vendor, url, credential_id };
    return { id: await this.#created('/controllers', body), lab };
  }

  /** Reads it; answers how the sync ended. */
  async sync({ id }: Pick<Registered, 'id'>) {
    const { body } = await this.#platform.call('POST', `/controllers/${id}/sync`, { as: this.#as });
    return waitFor('the sync to end', async () => {
      const path = `/controllers/${id}/syncs/${body.sync_id}`;
      const state = await this.#platform.call('GET', path, { as: this.#as });
      return state.body.finished_at === null ? null : state.body;
    });
  }

  /** Stages a write to a controller and applies it. */
  async write(
    family: string,
    { id }: Pick<Registered, 'id'>,
    feature: string,
    operation: string,
    body: object,
  ) {
    const path = `/gateway-${family}/${id}/changes/${feature}?operation=${operation}`;
    const change_id = await this.#created(path, body);
    const answer = await this.#platform.call('POST', `/gateway-vpn/changes/${change_id}/apply`, {
      as: this.#as,
      body: { force: true },
    });
    if (answer.status !== 200) throw new Error(`apply answered ${answer.status}: ${answer.text}`);
    return answer.body.attempt.target_id as string;
  }

  async #created(path: string, body: object): Promise<string> {
    const answer = await this.#platform.call('POST', path, { as: this.#as, body });
    if (answer.status !== 201) throw new Error(`POST ${path} answered ${answer.status}: ${answer.text}`);
    return answer.body.id;
  }
}
