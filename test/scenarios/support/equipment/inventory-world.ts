import { RouterOsController } from '@patchbay/lab';
import t from 'tap';
import {
  bootPlatform,
  type Harness,
  type Person,
  started,
  synced as syncedBy,
} from '../../../harness/index.ts';

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

export async function registered(t: Tap, { platform, owner, site }: World, devices = 8) {
  const router = new RouterOsController({ plain_http: true, devices });
  const { url, credentials } = await started(t, router);
  const { username, password: secret } = credentials;
  const login = { name: 'lab', kind: 'password', username, secret };
  const credential = await platform.call('POST', '/credentials', { as: owner, body: login });
  const edge = { name: 'edge', site_id: site, vendor: 'mikrotik', url, credential_id: credential.body.id };
  const controller = await platform.call('POST', '/controllers', { as: owner, body: edge });
  if (controller.status !== 201) throw new Error(controller.text);
  return { router, url, ...credentials, credential: credential.body, controller: controller.body };
}

export const synced = ({ platform, owner }: World, id: string) => syncedBy(platform, owner, id);
