import {
  type LabController,
  OpnsenseController,
  PfSenseController,
  RouterOsController,
  UnifiController,
} from '@patchbay/lab';
import { type Harness, loginOf, type Person, registered, started, synced } from '../../../harness/index.ts';

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
    const endpoint = await started(this.#t, lab);
    const login = {
      ...loginOf(endpoint, vendor === 'opnsense' || vendor === 'unifi' ? 'key' : 'password'),
      ...(vendor === 'unifi' ? { secret: endpoint.credentials.api_key } : {}),
    };
    const id = await registered(this.#platform, this.#as, {
      name,
      site_id: this.id,
      vendor,
      endpoint,
      login,
    });
    return { id, lab };
  }

  /** Reads it; answers how the sync ended. */
  sync({ id }: Pick<Registered, 'id'>) {
    return synced(this.#platform, this.#as, id);
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
    const change_id = await this.#platform.created(this.#as, path, body);
    const answer = await this.#platform.call('POST', `/gateway-vpn/changes/${change_id}/apply`, {
      as: this.#as,
      body: { force: true },
    });
    if (answer.status !== 200) throw new Error(`apply answered ${answer.status}: ${answer.text}`);
    return answer.body.attempt.target_id as string;
  }
}
