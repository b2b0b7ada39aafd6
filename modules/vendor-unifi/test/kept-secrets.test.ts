import { bootPlatform } from '@patchbay/test/harness';
import type { VendorValue } from '@patchbay/vendor-kit';
import t from 'tap';
import { labConsole } from './lab-console.ts';

const NAME = 'Correct-Horse-Battery-9';

t.test('a wireless network that is read, renamed and staged as a whole keeps its passphrase', async (t) => {
  const { lab, url, credentials, session } = await labConsole(t);
  const { access } = session;
  const wlanOf = async (id: string): Promise<VendorValue> => {
    const rows = (await access.call({
      method: 'GET',
      base: 'C',
      path: `/rest/wlanconf/${id}`,
    })) as VendorValue[];
    return rows[0] ?? {};
  };
  const body = { name: 'Workshop', security: 'wpapsk', wpa_mode: 'wpa2', x_passphrase: NAME };
  const [made] = (await access.call({
    method: 'POST',
    base: 'C',
    path: '/rest/wlanconf',
    body,
  })) as VendorValue[];
  const id = String(made?.['_id']);

  const platform = await bootPlatform(t, { work: false, environment: { ADAPTER_READ_ONLY: 'false' } });
  const as = await platform.owner();
  const call = async (method: string, path: string, sent?: object) => {
    const answer = await platform.call(method, path, { as, ...(sent ? { body: sent } : {}) });
    t.ok(answer.status < 300, `${method} ${path} ${answer.status < 300 ? '' : answer.text}`);
    return answer.body;
  };
  const site_id = await platform.site(as, 'Office');
  const { username, password } = credentials;
  const credential = { name: 'console', kind: 'password', username, secret: password };
  const { id: credential_id } = await call('POST', '/credentials', credential);
  const controller = await call('POST', '/controllers', {
    name: 'console',
    site_id,
    vendor: 'unifi',
    url,
    credential_id,
  });
  const at = `/gateway-wifi/${controller.id}/sites/${site_id}`;

  const { items } = await call('GET', `${at}/wifi.wlan?per_page=200`);
  const { _id, ...shown } = items.find((each: VendorValue) => each['_id'] === id);
  t.equal(shown.x_passphrase, '[redacted]');
  const payload = { ...shown, name: 'Workshop 2' };
  const change = await call('POST', `${at}/changes/wifi.wlan?operation=update`, { payload, target_id: id });
  t.strictSame(
    change.diff.filter(({ field }: { field: string }) => ['name', 'x_passphrase'].includes(field)),
    [
      { field: 'name', before: null, after: 'Workshop 2' },
      { field: 'x_passphrase', before: null, after: 'secret: unchanged' },
    ],
  );
  const { change: applied } = await call('POST', `/gateway-vpn/changes/${change.id}/apply`, { force: true });
  t.equal(applied.status, 'applied');
  t.match(await wlanOf(id), { name: 'Workshop 2', x_passphrase: NAME });

  const undo = await call('POST', `/changes/${change.id}/undo`);
  t.same(undo.payload, { name: 'Workshop' });
  await call('POST', `/gateway-vpn/changes/${undo.id}/apply`, { force: true });
  t.match(await wlanOf(id), { name: 'Workshop', x_passphrase: NAME });
  t.ok(lab.ledger.size > 0);
});
