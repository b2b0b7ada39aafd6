import type { LabController, LabEndpoint } from '@patchbay/lab';
import type { Harness, Person } from './harness.ts';
import { waitFor } from './wait-for.ts';

interface Teardown {
  teardown(work: () => unknown): unknown;
}

interface Controller {
  readonly name: string;
  readonly site_id: string;
  readonly vendor: string;
  readonly endpoint: Pick<LabEndpoint, 'url' | 'tls_fingerprint'>;
  /** Its credential but for the name. */
  readonly login: object;
}

/** Starts a simulated controller that ends with the test. */
export async function started<Credentials extends LabEndpoint['credentials']>(
  t: Teardown,
  lab: LabController<Credentials>,
) {
  const endpoint = await lab.start();
  t.teardown(() => lab.stop());
  return endpoint;
}

/** Registers a controller with a credential of its own; answers its id. */
export async function registered(
  platform: Harness,
  as: Person,
  { name, site_id, vendor, endpoint, login }: Controller,
): Promise<string> {
  const { url, tls_fingerprint: fingerprint } = endpoint;
  const credential_id = await platform.created(as, '/credentials', { name, ...login });
  const tls = fingerprint === undefined ? {} : { tls: { verify: false, fingerprint } };
  return platform.created(as, '/controllers', { name, site_id, vendor, url, credential_id, ...tls });
}

/** Registers a controller at which nothing answers; answers its id. */
export const unreachable = (platform: Harness, as: Person, site_id: string): Promise<string> =>
  platform.created(as, '/controllers', { name: 'c', site_id, vendor: 'mikrotik', url: 'https://192.0.2.1' });

/** Name and password of an endpoint as a credential of that kind. */
export const loginOf = (
  { credentials }: Pick<LabEndpoint, 'credentials'>,
  kind: 'key' | 'password' | 'token' = 'password',
) => ({
  kind,
  username: credentials.username,
  secret: credentials.password,
});

/** The token of a Proxmox VE user as a credential. */
export function tokenLogin(key: string) {
  const [username = '', secret = ''] = key.split('=');
  return { kind: 'token', username, secret };
}

/** Reads a controller; answers how the sync ended. */
export async function synced(
  platform: Pick<Harness, 'call'>,
  as: Person,
  id: string,
  patience: { readonly timeoutMs?: number } = {},
) {
  const begun = await platform.call('POST', `/controllers/${id}/sync`, { as });
  if (begun.status !== 202) throw new Error(`the sync answered ${begun.status}: ${begun.text}`);
  return waitFor(
    'the sync to end',
    async () => {
      const { body } = await platform.call('GET', `/controllers/${id}/syncs/${begun.body.sync_id}`, { as });
      return body.finished_at === null ? null : body;
    },
    patience,
  );
}
