import { DATABASE, exempt, type Kysely, type Tables } from '@patchbay/kernel/database';
import { systemPrincipal } from '@patchbay/kernel/permissions';
import type { ProxmoxController } from '@patchbay/lab';
import { ingestExternal } from '@patchbay/module-fabric/contract';
import {
  type BootOptions,
  bootPlatform,
  type Harness,
  type Person,
  registered,
  started,
  tokenLogin,
  unreachable,
  waitFor,
} from '@patchbay/test/harness';
import { pretendedModule } from './pretended.ts';

export interface Scene {
  readonly harness: Harness;
  readonly owner: Person;
  readonly organization_id: string;
  readonly controller_id: string;
  readonly site_id: string;
}

interface Teardown {
  teardown(work: () => unknown): unknown;
}

/** A platform with an unreachable controller, which is all that storing a blob needs. */
export async function setUp(t: Teardown, options: BootOptions = {}): Promise<Scene> {
  return settle(await bootPlatform(t, { modules: [pretendedModule], ...options }));
}

/** The same on a platform that is there. */
export async function settle(harness: Harness): Promise<Scene> {
  const owner = await harness.owner();
  const site_id = await harness.site(owner, 'Harbour');
  const controller_id = await unreachable(harness, owner, site_id);
  const { organization_id } = owner;
  return { harness, owner, organization_id, controller_id, site_id };
}

/** Starts a simulated cluster and registers it with its token; answers its id. */
export async function cluster(t: Teardown, { harness, owner, site_id }: Scene, lab: ProxmoxController) {
  const endpoint = await started(t, lab);
  const login = tokenLogin(endpoint.credentials.api_key);
  return registered(harness, owner, { name: 'cluster', site_id, vendor: 'proxmox', endpoint, login });
}

export const snapshot = { operation_id: 'pretended.snapshot', params: {} };
export const storing = ({ controller_id }: Scene, name = 'door.jpg') => ({
  operation_id: 'storage.store_blob',
  params: { controller_id, name },
});

/** Connects, lets one external event happen and answers the run when it has ended. */
// biome-ignore lint/suspicious/noExplicitAny: bodies as clients see them
export async function ran({ harness, owner }: Scene, steps: readonly unknown[]): Promise<any> {
  const id = await connected({ harness, owner }, steps);
  await harness
    .get(DATABASE)
    .write(systemPrincipal(owner.organization_id), async (work) =>
      work.events.publish(ingestExternal, { name: null, payload: { id } }),
    );
  return ended({ harness, owner }, id);
}

export async function connected(
  { harness, owner }: Pick<Scene, 'harness' | 'owner'>,
  steps: readonly unknown[],
  source_event = 'ingest.external',
): Promise<string> {
  const body = { name: 'Wired', source_event, steps };
  return harness.created(owner, '/fabric/connections', body);
}

// biome-ignore lint/suspicious/noExplicitAny: bodies as clients see them
export async function ended({ harness, owner }: Pick<Scene, 'harness' | 'owner'>, id: string): Promise<any> {
  const run = await waitFor('the run to end', async () => {
    const { body } = await harness.call('GET', `/fabric/connections/${id}/runs`, { as: owner });
    return body.items.length > 0 && body.items[0].finished_at !== null ? body.items[0] : null;
  });
  await harness.call('DELETE', `/fabric/connections/${id}`, { as: owner });
  return run;
}

const testExemption = exempt('storage.tests', 'a test looks behind the curtain');

export const behind = <T>(
  { harness }: Pick<Scene, 'harness'>,
  work: (db: Kysely<Tables>) => Promise<T>,
): Promise<T> => harness.get(DATABASE).asSystem(testExemption, work);

export const applied = ({ harness, owner }: Scene, change_id: string) =>
  harness.call('POST', `/gateway-vpn/changes/${change_id}/apply`, { as: owner, body: { force: true } });
