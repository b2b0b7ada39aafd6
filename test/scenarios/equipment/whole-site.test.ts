import { wholeSite } from '@patchbay/lab';
import t from 'tap';
import { bootPlatform, loginOf, registered, synced } from '../../harness/index.ts';

const platform = await bootPlatform(t);
const owner = await platform.owner();
const call = platform.call.bind(platform);
const gear = wholeSite({});
t.teardown(() => Promise.all(gear.map((controller) => controller.stop())));
const site_id = await platform.site(owner, 'Pier 4');

async function register(controller: (typeof gear)[number]): Promise<string> {
  const { vendor } = controller;
  const endpoint = await controller.start();
  const login = loginOf(endpoint, vendor === 'opnsense' ? 'key' : 'password');
  return registered(platform, owner, { name: vendor, site_id, vendor, endpoint, login });
}

const sync = (id: string) => synced(platform, owner, id);

t.test('a whole site of six vendors comes in beside each other, hundreds of devices of it', async (t) => {
  const ids = await Promise.all(gear.map(register));
  const syncs = await Promise.all(ids.map(sync));
  t.same(
    syncs.map(({ status }) => status),
    gear.map(() => 'succeeded'),
  );
  const { body } = await call('GET', `/devices?site_id=${site_id}&per_page=1`, { as: owner });
  t.ok(body.total > 300, `${body.total} devices`);
  const again = await Promise.all(ids.map(sync));
  t.same(
    again.map(({ created, updated, missing }) => [created, updated, missing]),
    gear.map(() => [0, 0, 0]),
    'nothing moved, so nothing is written',
  );
});
