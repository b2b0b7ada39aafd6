import { wholeSite } from '@patchbay/lab';
import t from 'tap';
import { bootPlatform, waitFor } from '../../harness/index.ts';

const platform = await bootPlatform(t);
const owner = await platform.owner();
const call = platform.call.bind(platform);
const gear = wholeSite({});
t.teardown(() => Promise.all(gear.map((controller) => controller.stop())));
const site_id = await platform.site(owner, 'Pier 4');

async function register(controller: (typeof gear)[number]): Promise<string> {
  const { vendor } = controller;
  const { url, credentials, tls_fingerprint: fingerprint } = await controller.start();
  const { username, password: secret } = credentials;
  const kind = vendor === 'opnsense' ? 'key' : 'password';
  const kept = await call('POST', '/credentials', {
    as: owner,
    body: { name: vendor, kind, username, secret },
  });
  const tls = { verify: false, fingerprint };
  const made = await call('POST', '/controllers', {
    as: owner,
    body: { name: vendor, site_id, vendor, url, credential_id: kept.body.id, tls },
  });
  if (made.status !== 201) throw new Error(made.text);
  return made.body.id;
}

async function synced(id: string) {
  const started = await call('POST', `/controllers/${id}/sync`, { as: owner });
  return waitFor(
    'the sync to end',
    async () => {
      const { body } = await call('GET', `/controllers/${id}/syncs/${started.body.sync_id}`, { as: owner });
      return body.finished_at === null ? null : body;
    },
    { timeoutMs: 60_000 },
  );
}

t.test('a whole site of six vendors comes in beside each other, hundreds of devices of it', async (t) => {
  const ids = await Promise.all(gear.map(register));
  const syncs = await Promise.all(ids.map(synced));
  t.same(
    syncs.map(({ status }) => status),
    gear.map(() => 'succeeded'),
  );
  const { body } = await call('GET', `/devices?site_id=${site_id}&per_page=1`, { as: owner });
  t.ok(body.total > 300, `${body.total} devices`);
  const again = await Promise.all(ids.map(synced));
  t.same(
    again.map(({ created, updated, missing }) => [created, updated, missing]),
    gear.map(() => [0, 0, 0]),
    'nothing moved, so nothing is written',
  );
});
