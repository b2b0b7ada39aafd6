import { RouterOsController } from '@patchbay/lab';
import t from 'tap';
import { bootPlatform, type Harness, type Person, waitFor } from '../../harness/index.ts';

type Tap = { teardown(work: () => unknown): unknown };
let booted: Promise<Harness> | undefined;

export const NOBODY = '0199aa00-0000-7000-8000-00000000dead';

export interface World {
  readonly platform: Harness;
  readonly owner: Person;
  readonly site: string;
}

/** At a site of its own, on the one platform of the file. */
export async function world(prepare: { readonly name: string }): Promise<World> {
  booted ??= bootPlatform(t);
  const platform = await booted;
  const owner = await platform.owner();
  return { platform, owner, site: await platform.site(owner, prepare.name) };
}

interface Lab {
  readonly router: RouterOsController;
  readonly url: string;
  readonly username: string;
  readonly password: string;
}

async function router(t: Tap, devices = 8): Promise<Lab> {
  const lab = new RouterOsController({ plain_http: true, devices });
  const { url, credentials } = await lab.start();
  t.teardown(() => lab.stop());
  return { router: lab, url, ...credentials };
}

export async function registered(t: Tap, { platform, owner, site }: World, devices?: number) {
  const lab = await router(t, devices);
  const credential = await platform.call('POST', '/credentials', {
    as: owner,
    body: { name: 'lab', kind: 'password', username: lab.username, secret: lab.password },
  });
  const controller = await platform.call('POST', '/controllers', {
    as: owner,
    body: {
      name: 'edge',
      site_id: site,
      vendor: 'mikrotik',
      url: lab.url,
      credential_id: credential.body.id,
    },
  });
  if (controller.status !== 201) throw new Error(controller.text);
  return { ...lab, credential: credential.body, controller: controller.body };
}

export async function synced({ platform, owner }: World, id: string) {
  const started = await platform.call('POST', `/controllers/${id}/sync`, { as: owner });
  if (started.status !== 202) throw new Error(started.text);
  return waitFor('the sync to end', async () => {
    const { body } = await platform.call('GET', `/controllers/${id}/syncs/${started.body.sync_id}`, {
      as: owner,
    });
    return body.finished_at === null ? null : body;
  });
}
