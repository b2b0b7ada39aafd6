import { OpenWrtController } from '@patchbay/lab';
import t from 'tap';
import { bootPlatform, loginOf, registered, started, synced } from '../../harness/index.ts';

t.test('an access point is read and configured through the gateway', async (t) => {
  const platform = await bootPlatform(t, { environment: { ADAPTER_READ_ONLY: 'false' } });
  const owner = await platform.owner();
  const [viewer, operator] = await Promise.all([platform.person('viewer'), platform.person('operator')]);
  const site = await platform.site(owner, 'Office');
  const lab = new OpenWrtController({ devices: 12 });
  const endpoint = await started(t, lab);
  const call = platform.call.bind(platform);
  const ap = { name: 'ap', site_id: site, vendor: 'openwrt', endpoint, login: loginOf(endpoint) };
  const id = await registered(platform, owner, ap);
  const stage = (area: string, feature: string, operation: string, body: object, as = operator) =>
    call('POST', `/gateway-openwrt-${area}/${id}/changes/${feature}?operation=${operation}`, { as, body });
  const apply = (change: string, body: object = { force: true }) =>
    call('POST', `/gateway-vpn/changes/${change}/apply`, { as: operator, body });
  const sync = () => synced(platform, owner, id);

  await t.test(
    'its sync brings in the device, its clients and its configuration; a second one nothing',
    async (t) => {
      const first = await sync();
      t.match(first, { status: 'succeeded', unchanged: 0 }, String(first.error));
      const devices = await call('GET', `/devices?controller_id=${id}`, { as: viewer });
      if (devices.status === 200) t.equal(devices.body.total, 13);
      t.match(await sync(), { status: 'succeeded', created: 0, updated: 0, missing: 0 });
    },
  );

  await t.test('what is staged is shown, applied, run and read back', async (t) => {
    const size = lab.ledger.size;
    const payload = { name: 'printer', mac: ['02:00:00:00:00:09'], ip: '192.168.1.20' };
    const staged = await stage('dhcp', 'openwrt.dhcp.host', 'create', { payload, notes: 'printer' });
    t.match(
      staged,
      {
        status: 201,
        body: { feature: 'openwrt.dhcp.host', vendor: 'openwrt', risk: 'normal', status: 'pending' },
      },
      staged.text,
    );
    t.equal(lab.ledger.size, size, 'staging contacts no device');
    const applied = await apply(staged.body.id);
    t.match(
      applied,
      { status: 200, body: { change: { status: 'applied' }, attempt: { outcome: 'succeeded' } } },
      applied.text,
    );
    t.match(lab.running('dhcp').find(({ type }) => type === 'host')?.options, { ip: '192.168.1.20' });
    const live = await call('GET', `/gateway-openwrt-dhcp/${id}/dhcp.host`, { as: viewer });
    t.match(live.body, { total: 1, items: [{ name: 'printer', mac: ['02:00:00:00:00:09'] }] }, live.text);

    const target_id: string = live.body.items[0]['.id'];
    const update = await stage('dhcp', 'dhcp.host', 'update', { payload: { ip: '192.168.1.21' }, target_id });
    t.match(update.body.diff, [{ field: 'ip', before: '192.168.1.20', after: '192.168.1.21' }], update.text);
    t.equal((await apply(update.body.id)).status, 200);
    const removal = await stage('dhcp', 'dhcp.host', 'delete', { payload: {}, target_id });
    t.equal((await apply(removal.body.id)).status, 200);
    t.notOk(lab.running('dhcp').some(({ type }) => type === 'host'));
  });

  await t.test(
    'wireless settings are reached through their area, and their keys are shown to nobody',
    async (t) => {
      const live = await call('GET', `/gateway-openwrt-wireless/${id}/wireless.iface`, { as: viewer });
      t.match(live, { status: 200, body: { total: 2 } }, live.text);
      const [network] = live.body.items;
      const payload = { ssid: 'office', encryption: 'psk2' };
      const staged = await stage('wireless', 'wireless.iface', 'update', {
        payload,
        target_id: network['.id'],
      });
      t.equal(staged.status, 201, staged.text);
      t.equal((await apply(staged.body.id)).status, 200);
      t.ok(lab.running('wireless').some(({ options }) => options['ssid'] === 'office'));
    },
  );

  await t.test('a wrong payload, a wrong place and too little right are refused', async (t) => {
    const rule = { payload: { name: 'x', target: 'DROP', src: 'lan' } };
    const status = async (...given: Parameters<typeof stage>) => (await stage(...given)).status;
    t.equal(await status('firewall', 'firewall.rule', 'create', { payload: { nonsense: 'x' } }), 422);
    t.equal(
      await status('firewall', 'firewall.rule', 'create', { payload: { values: { 'bad-option': 'x' } } }),
      422,
    );
    t.equal(await status('firewall', 'firewall.rule', 'update', rule), 422, 'no target');
    t.equal(await status('firewall', 'firewall.defaults', 'create', rule), 422, 'settings are not created');
    t.equal(await status('nowhere', 'firewall.rule', 'create', rule), 404);
    t.equal(await status('firewall', 'firewall.nothing', 'create', rule), 404);
    t.equal(await status('firewall', 'firewall.rule', 'create', rule, viewer), 403);
    t.equal(await status('system', 'system.reboot', 'update', { payload: {} }), 403);
    t.equal(await status('system', 'system.reboot', 'update', { payload: {} }, owner), 201);
    const wrapped = { payload: { values: rule.payload } };
    const staged = await stage('firewall', 'firewall.rule', 'create', wrapped);
    t.equal(staged.status, 201, staged.text);
    const discarded = await call('POST', `/gateway-vpn/changes/${staged.body.id}/discard?force=false`, {
      as: operator,
    });
    t.match(discarded, { status: 200, body: { status: 'discarded' } });
  });

  await t.test(
    'a change that must be confirmed waits on the device itself, and stays once it is',
    async (t) => {
      const hostname = () => lab.running('system').find(({ type }) => type === 'system')?.options['hostname'];
      const staged = await stage('system', 'system.settings', 'update', {
        payload: { hostname: 'office-ap' },
      });
      const waiting = await apply(staged.body.id, { force: true, confirm_within_seconds: 60 });
      t.match(
        waiting,
        { status: 200, body: { attempt: { outcome: 'awaiting_confirmation' } } },
        waiting.text,
      );
      t.equal(hostname(), 'office-ap', 'it stands');
      t.match(lab.state(), { waits_for_confirm: true });
      const kept = await call('POST', `/changes/${staged.body.id}/confirm`, { as: operator });
      t.match(kept, { status: 200, body: { change: { status: 'applied' } } }, kept.text);
      t.match(lab.state(), { waits_for_confirm: false });
      lab.clock.advance(600_000);
      t.equal(hostname(), 'office-ap');
    },
  );

  await t.test('an applied change is undone by the inverse that is staged for it', async (t) => {
    const found = await call('GET', `/gateway-openwrt-firewall/${id}/firewall.rule?search=Allow-Ping`, {
      as: viewer,
    });
    const target_id: string = found.body.items[0]['.id'];
    const target = () =>
      lab.running('firewall').find(({ options }) => options['name'] === 'Allow-Ping')?.options['target'];
    const staged = await stage('firewall', 'firewall.rule', 'update', {
      payload: { target: 'DROP' },
      target_id,
    });
    t.equal((await apply(staged.body.id)).status, 200);
    t.equal(target(), 'DROP');
    const undo = await call('POST', `/changes/${staged.body.id}/undo`, { as: operator });
    t.match(undo, { status: 201, body: { operation: 'update', payload: { target: 'ACCEPT' } } }, undo.text);
    t.equal((await apply(undo.body.id)).status, 200);
    t.equal(target(), 'ACCEPT');
  });

  await t.test('a device that does not answer leaves the change pending, with what is known', async (t) => {
    const staged = await stage('dns', 'dns.domain', 'create', {
      payload: { name: 'a.lan', ip: '192.168.1.9' },
    });
    lab.faults.set({ kind: 'drop_after_read' });
    const failed = await apply(staged.body.id);
    t.match(failed, { status: 502, body: { error: { type: 'adapter_connection_error' } } }, failed.text);
    lab.faults.clear();
    const again = await apply(staged.body.id);
    t.match(again, { status: 200, body: { attempt: { outcome: 'succeeded' } } }, again.text);
  });

  await t.test('in another organization neither controller nor change is there', async (t) => {
    const staged = await stage('dns', 'dns.domain', 'create', {
      payload: { name: 'b.lan', ip: '192.168.1.8' },
    });
    const stranger = await platform.person('org_admin', await platform.organization('Elsewhere'));
    const paths = [
      `/gateway-openwrt-dns/${id}/changes`,
      `/gateway-openwrt-dns/${id}/dns.domain`,
      `/changes/${staged.body.id}`,
    ];
    for (const path of paths) t.equal((await call('GET', path, { as: stranger })).status, 404, path);
    const applied = await call('POST', `/gateway-vpn/changes/${staged.body.id}/apply`, {
      as: stranger,
      body: { force: true },
    });
    t.equal(applied.status, 404);
    const foreign = { as: stranger, body: { payload: { name: 'c.lan', ip: '192.168.1.7' } } };
    t.equal(
      (await call('POST', `/gateway-openwrt-dns/${id}/changes/dns.domain?operation=create`, foreign)).status,
      404,
    );
  });
});
