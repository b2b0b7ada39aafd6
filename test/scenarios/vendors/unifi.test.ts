import { UnifiController } from '@patchbay/lab';
import t from 'tap';
import { bootPlatform, synced } from '../../harness/index.ts';

t.test('a UniFi console is configured through the gateway', async (t) => {
  const platform = await bootPlatform(t, { environment: { ADAPTER_READ_ONLY: 'false' } });
  const owner = await platform.owner();
  const [viewer, operator] = await Promise.all([platform.person('viewer'), platform.person('operator')]);
  const [site, elsewhere] = [await platform.site(owner, 'Harbour'), await platform.site(owner, 'Hill')];
  const lab = new UnifiController({ devices: 30, sites: ['Harbour'] });
  const { url, credentials, tls_fingerprint: fingerprint } = await lab.start();
  t.teardown(() => lab.stop());
  const call = platform.call.bind(platform);
  const { username, password } = credentials;
  const keep = async (body: object) =>
    (await call('POST', '/credentials', { as: owner, body })).body.id as string;
  const key = await keep({ name: 'key', kind: 'key', secret: credentials.api_key });
  const login = await keep({ name: 'login', kind: 'password', username, secret: password });
  const register = async (name: string, site_id: string, credential_id: string) => {
    const body = { name, site_id, vendor: 'unifi', url, credential_id, tls: { verify: false, fingerprint } };
    const made = await call('POST', '/controllers', { as: owner, body });
    t.equal(made.status, 201, made.text);
    return made.body.id as string;
  };
  const id = await register('hill', elsewhere, login);
  const harbour = await register('harbour', site, key);
  const at = (area: string, controller = id, place = elsewhere) =>
    `/gateway-${area}/${controller}/sites/${place}`;
  const apply = (change: string, as = operator, body: object = { force: true }) =>
    call('POST', `/gateway-vpn/changes/${change}/apply`, { as, body });
  const vlan = { management: 'UNMANAGED', name: 'Lab', enabled: true, vlanId: 77 };
  let network = '';

  await t.test(
    'it is synced: devices, clients and objects come in, and again without a change',
    async (t) => {
      const sync = (controller: string) => synced(platform, owner, controller);
      const first = await sync(id);
      t.match(first, { status: 'succeeded', unchanged: 0 }, String(first.error));
      t.match(await sync(id), { status: 'succeeded', created: 0, updated: 0, missing: 0 });
      t.match((await call('GET', `/controllers/${id}`, { as: owner })).body, {
        version: '10.5.66',
        status: 'online',
      });
      const devices = await call('GET', `/devices?site_id=${elsewhere}&per_page=200`, { as: viewer });
      t.equal(devices.body.total, 4 + 30 + 1);
      t.match(await sync(harbour), { status: 'succeeded' });
      const others = await call('GET', `/devices?site_id=${site}`, { as: viewer });
      t.equal(others.body.total, 0, 'the controller site that carries our name is another one');
    },
  );

  await t.test('a VLAN is staged without contact, shown as a diff, applied and read back', async (t) => {
    const before = lab.ledger.size;
    const path = `${at('switch-advanced')}/changes/network.vlan`;
    const staged = await call('POST', `${path}?operation=create`, { as: operator, body: { payload: vlan } });
    t.match(staged, {
      status: 201,
      body: { feature: 'network.vlan', vendor: 'unifi', site_id: elsewhere, risk: 'normal' },
    });
    t.equal(lab.ledger.size, before);
    t.match(staged.body.diff, [
      { field: 'management' },
      { field: 'name', before: null, after: 'Lab' },
      {},
      {},
    ]);
    const applied = await apply(staged.body.id);
    t.match(
      applied,
      { status: 200, body: { change: { status: 'applied' }, attempt: { outcome: 'succeeded' } } },
      applied.text,
    );
    network = applied.body.attempt.target_id ?? applied.body.change.target_id;
    const live = await call('GET', `${at('switch-advanced')}/network.vlan?search=Lab`, { as: viewer });
    t.match(live, { status: 200, body: { total: 1, items: [{ id: network, vlanId: 77 }] } }, live.text);
    t.equal((await apply(staged.body.id)).status, 409);
  });

  await t.test('an update is compared with what is there, and a moved object makes it stale', async (t) => {
    const path = `${at('switch-advanced')}/changes/network.vlan?operation=update`;
    const staged = await call('POST', path, {
      as: operator,
      body: { target_id: network, payload: { vlanId: 78 } },
    });
    const refreshed = await call('GET', `/changes/${staged.body.id}?refresh=true`, { as: operator });
    t.match(refreshed.body, {
      diff_base: 'live',
      stale: false,
      diff: [{ field: 'vlanId', before: 77, after: 78 }],
    });
    const other = await call('POST', path, {
      as: operator,
      body: { target_id: network, payload: { name: 'Bench' } },
    });
    await call('GET', `/changes/${other.body.id}?refresh=true`, { as: operator });
    t.equal((await apply(staged.body.id)).status, 200);
    t.equal((await apply(other.body.id)).status, 409, 'it moved since');
    t.equal((await apply(other.body.id, operator, { force: true, accept_stale: true })).status, 200);
    t.match(lab.state().saved['default /networks']?.at(-1), { vlanId: 78, name: 'Bench' });
  });

  await t.test('the secret of a classic object is never shown', async (t) => {
    const payload = {
      name: 'Workshop',
      security: 'wpapsk',
      wpa_mode: 'wpa2',
      x_passphrase: 'Correct-Horse-9',
    };
    const path = `${at('wifi')}/changes/wifi.wlan?operation=create`;
    const staged = await call('POST', path, { as: operator, body: { payload } });
    const applied = await apply(staged.body.id);
    t.equal(applied.status, 200, applied.text);
    const live = await call('GET', `${at('wifi')}/wifi.wlan`, { as: viewer });
    for (const { text } of [staged, applied, live]) t.notMatch(text, /Correct-Horse/);
    t.match(lab.state().saved['default wlanconf']?.at(-1), { x_passphrase: 'Correct-Horse-9' });
  });

  await t.test('an applied change is undone from what stood before it', async (t) => {
    const path = `${at('switch-advanced')}/changes/network.vlan?operation=update`;
    const staged = await call('POST', path, {
      as: operator,
      body: { target_id: network, payload: { vlanId: 79 } },
    });
    t.equal((await apply(staged.body.id)).status, 200);
    const undo = await call('POST', `/changes/${staged.body.id}/undo`, { as: operator });
    t.match(
      undo,
      { status: 201, body: { operation: 'update', payload: { vlanId: 78 }, target_id: network } },
      undo.text,
    );
    t.equal((await apply(undo.body.id)).status, 200);
    t.match(lab.state().saved['default /networks']?.at(-1), { vlanId: 78, name: 'Bench' });
  });

  await t.test('a discarded change pushes nothing', async (t) => {
    const path = `${at('profiles')}/changes/profiles.tag?operation=create`;
    const staged = await call('POST', path, { as: operator, body: { payload: { name: 'floor' } } });
    const before = lab.ledger.size;
    const done = await call('POST', `/gateway-vpn/changes/${staged.body.id}/discard?force=false`, {
      as: operator,
    });
    t.match(done, { status: 200, body: { status: 'discarded' } });
    t.equal(lab.ledger.size, before);
    const all = await call('GET', `/gateway-vpn/changes/by-gateway/${id}?vendor=unifi`, { as: viewer });
    t.equal(all.body.length, 7);
    const area = await call('GET', `${at('profiles')}/changes?status=discarded`, { as: viewer });
    t.match(area.body, [{ id: staged.body.id, feature: 'profiles.tag' }]);
  });

  await t.test('what is not there, not allowed or not right is refused', async (t) => {
    const stage = async (path: string, body: unknown = { payload: { name: 'x' } }, as = operator) =>
      (await call('POST', path, { as, body })).status;
    t.equal(await stage(`${at('nowhere')}/changes/profiles.tag?operation=create`), 404);
    t.equal(await stage(`${at('wifi')}/changes/profiles.tag?operation=create`), 404, 'another area');
    t.equal(
      await stage(`${at('profiles', id, site)}/changes/profiles.tag?operation=create`),
      404,
      'another site',
    );
    t.equal(
      await stage(`/gateway-profiles/${id}/changes/profiles.tag?operation=create`),
      404,
      'the other path form',
    );
    t.equal(
      await stage(`${at('profiles')}/changes/profiles.tag?operation=create`, { payload: { colour: 'red' } }),
      422,
    );
    t.equal(await stage(`${at('profiles')}/changes/profiles.tag?operation=update`), 422, 'no target');
    t.equal(await stage(`${at('profiles')}/changes/profiles.tag?operation=create`, undefined, viewer), 403);
    const reboot = `${at('system')}/changes/system.console_reboot?operation=update`;
    t.equal(await stage(reboot, { payload: {} }), 403, 'an operator reboots nothing');
    t.equal(await stage(reboot, { payload: {} }, owner), 201);
    const snmp = `${at('system')}/changes/monitoring.snmp?operation=update`;
    t.equal(await stage(snmp, { payload: { enabled: true } }), 403, 'nor sets the controller up');
    const wrong = await call('POST', `${at('switch-advanced')}/changes/network.vlan?operation=create`, {
      as: operator,
      body: { payload: { ...vlan, vlanId: 5_000 } },
    });
    t.match(wrong, { status: 422, body: { error: { details: [{ field: 'payload.vlanId' }] } } });
  });

  await t.test('another organization sees nothing of it', async (t) => {
    const stranger = await platform.person('org_admin', await platform.organization('Second Networks'));
    const body = { payload: { name: 'x' } };
    for (const [method, path] of [
      ['GET', `${at('wifi')}/wifi.wlan`],
      ['GET', `${at('wifi')}/changes`],
      ['POST', `${at('profiles')}/changes/profiles.tag?operation=create`],
      ['GET', `/gateway-vpn/changes/by-gateway/${id}?vendor=unifi`],
    ] as const)
      t.equal(
        (await call(method, path, { as: stranger, ...(method === 'POST' ? { body } : {}) })).status,
        404,
        path,
      );
  });

  await t.test(
    'a console that fails is told by its adapter type, and what it may have done is unknown',
    async (t) => {
      lab.faults.set({ kind: 'rate_limited', count: 1 });
      t.match(await call('GET', `${at('wifi')}/wifi.wlan`, { as: viewer }), {
        status: 429,
        body: { error: { type: 'adapter_rate_limit' } },
      });
      const staged = await call('POST', `${at('profiles')}/changes/profiles.tag?operation=create`, {
        as: operator,
        body: { payload: { name: 'lost' } },
      });
      lab.faults.set({ kind: 'drop_before_answer', count: 1, method: 'POST' });
      t.equal((await apply(staged.body.id)).status, 504);
      const [attempt] =
        (await call('GET', `/changes/${staged.body.id}`, { as: operator })).body.attempts ?? [];
      t.match(attempt ?? { outcome: 'unknown' }, { outcome: 'unknown' });
      t.equal((await apply(staged.body.id)).status, 409);
    },
  );

  await t.test('every feature of the table is offered', async (t) => {
    const { body } = await call('GET', '/changes/features?vendor=unifi&per_page=200', { as: viewer });
    t.equal(body.total, 59);
  });
});
