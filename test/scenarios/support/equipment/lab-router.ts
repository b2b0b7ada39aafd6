import { RouterOsController } from '@patchbay/lab';
import { type Harness, loginOf, type Person, registered, started } from '../../../harness/index.ts';

const FEATURE = 'routeros.firewall.filter';

interface Teardown {
  teardown(work: () => unknown): unknown;
}

/** A simulated router that an organization has registered, with firewall rules to stage and to count. */
export class LabRouter {
  readonly #lab: RouterOsController;
  readonly #controllerId: string;

  private constructor(lab: RouterOsController, controllerId: string) {
    this.#lab = lab;
    this.#controllerId = controllerId;
  }

  static async register(t: Teardown, platform: Harness, as: Person): Promise<LabRouter> {
    const lab = new RouterOsController({ plain_http: true, devices: 2 });
    const endpoint = await started(t, lab);
    const site_id = await platform.site(as, 'Router room');
    const router = { name: 'edge', site_id, vendor: 'mikrotik', endpoint, login: loginOf(endpoint) };
    return new LabRouter(lab, await registered(platform, as, router));
  }

  /** Stages a new firewall rule that carries `comment`; answers the change's id. */
  stage(platform: Harness, as: Person, comment: string): Promise<string> {
    const path = `/gateway-mikrotik-firewall/${this.#controllerId}/changes/${FEATURE}?operation=create`;
    return platform.created(as, path, { payload: { chain: 'forward', action: 'accept', comment } });
  }

  /** How often the router carried out a write with this comment. */
  pushes(comment: string): number {
    return this.#lab.ledger
      .entries()
      .filter(({ outcome, body }) => outcome.result === 'executed' && body.includes(`"${comment}"`)).length;
  }
}

export const apply = (platform: Pick<Harness, 'call'>, as: Person, id: string) =>
  platform.call('POST', `/gateway-vpn/changes/${id}/apply`, { as, body: { force: true } });
