import { RouterOsController } from '@patchbay/lab';
import type { Harness, Person } from '../../harness/index.ts';

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
    const { url, credentials } = await lab.start();
    t.teardown(() => lab.stop());
    const { username, password: secret } = credentials;
    const credential_id = await created(platform, as, '/credentials', {
      name: 'lab',
      kind: 'password',
      username,
      secret,
    });
    const site_id = await platform.site(as, 'Router room');
    const router = { name: 'edge', site_id, vendor: 'mikrotik', url, credential_id };
    return new LabRouter(lab, await created(platform, as, '/controllers', router));
  }

  /** Stages a new firewall rule that carries `comment`; answers the change's id. */
  stage(platform: Harness, as: Person, comment: string): Promise<string> {
    const path = `/gateway-mikrotik-firewall/${this.#controllerId}/changes/${FEATURE}?operation=create`;
    return created(platform, as, path, { payload: { chain: 'forward', action: 'accept', comment } });
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

async function created(platform: Harness, as: Person, path: string, body: object): Promise<string> {
  const answer = await platform.call('POST', path, { as, body });
  if (answer.status !== 201) throw new Error(`POST ${path} answered ${answer.status}: ${answer.text}`);
  return answer.body.id;
}
