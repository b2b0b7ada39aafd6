import { OpnsenseController } from '@patchbay/lab';
import t from 'tap';
import { bootPlatform, loginOf, registered, started, synced } from '../../harness/index.ts';

const rules = 'OPNsense/Firewall/Filter#rules.rule';

t.test('an OPNsense firewall is registered, read, changed and left alone again', async (t) => {
  const platform = await bootPlatform(t, { environment: { ADAPTER_READ_ONLY: 'false' } });
  const owner = await platform.owner();
  const [viewer, operator] = await Promise.all([platform.person('viewer'), platform.person('operator')]);
  const stranger = await platform.person('org_admin', await platform.organization('Second Networks'));
  const site = await platform.site(owner, 'Office');
  const lab = new OpnsenseController({ devices: 8, reboot_ms: 50 });
  const endpoint = await started(t, lab);
  const call = platform.call.bind(platform);
  const register = (kind: 'key' | 'password' | 'token', secret = endpoint.credentials.password) =>
    registered(platform, owner, {
      name: `edge ${kind} ${secret.length}`,
      site_id: site,
      vendor: 'opnsense',
      endpoint,
      login: { ...loginOf(endpoint, kind), secret },
    });
  const id = await register('key');
  const family = `/gateway-opnsense-firewall/${id}`;
  const running = () =>
    (lab.state()['running'] as Record<string, readonly Record<string, string>[]>)[rules] ?? [];
  const apply = (change: string, as = operator) =>
    call('POST', `/gateway-vpn/changes/${change}/apply`, { as, body: { force: true } });
  const stage = (name: string, operation: string, body: object, as = operator) =>
    call('POST', `${family}/changes/${name}?operation=${operation}`, { as, body });

  await t.test('its key signs in as kind key and as kind password, another key does not', async (t) => {
    const test = (controller: string) => call('POST', `/controllers/${controller}/test`, { as: owner });
    t.match(await test(id), { status: 200, body: { reachable: true, version: '26.7.2' } });
    t.match(await test(await register('password')), { status: 200, body: { reachable: true } });
    const wrong = await test(await register('key', 'not the secret'));
    t.match(wrong, { status: 502, body: { error: { type: 'adapter_authentication_error' } } });
    t.match(await test(await register('token')), {
      status: 502,
      body: { error: { type: 'adapter_authentication_error' } },
    });
  });

  await t.test('a sync brings its stations and configuration, a second one finds nothing new', async (t) => {
    const sync = () => synced(platform, owner, id);
    t.match(await sync(), { status: 'succeeded', created: 9, missing: 0 });
    t.match(await sync(), { status: 'succeeded', created: 0, updated: 0, unchanged: 9 });
    const devices = await call('GET', `/devices?site_id=${site}&search=laptop`, { as: viewer });
    t.match(devices.body, { items: [{ kind: 'client', name: 'laptop-001' }] });
  });

  let target = '';
  await t.test('a rule is staged without contact, applied once, in service and read back', async (t) => {
    const writes = lab.ledger.size;
    const payload = { interface: 'lan', action: 'block', source_net: '10.9.0.0/24', description: 'guests' };
    const staged = await stage('opnsense.firewall.rule', 'create', { payload, notes: 'block guests' });
    t.match(staged, {
      status: 201,
      body: { vendor: 'opnsense', status: 'pending', risk: 'normal', payload },
    });
    t.equal(lab.ledger.size, writes);
    t.equal((await apply(staged.body.id, viewer)).status, 403);
    const applied = await apply(staged.body.id);
    t.match(applied, {
      status: 200,
      body: { change: { status: 'applied' }, attempt: { outcome: 'succeeded' } },
    });
    t.match(running().at(-1), payload);
    t.same(
      lab.ledger.entries(writes).map(({ path }) => path),
      ['/api/firewall/filter/addRule', '/api/firewall/filter/apply'],
    );
    const live = await call('GET', `${family}/firewall.rule?search=10.9.0.0`, { as: viewer });
    t.match(live.body, { total: 1, items: [payload] });
    target = live.body.items[0].uuid;
  });

  await t.test('an update shows what it alters against what was read back, and is not stale', async (t) => {
    const staged = await stage('firewall.rule', 'update', { target_id: target, payload: { log: '1' } });
    t.match(staged.body, { diff: [{ field: 'log', before: '0', after: '1' }], diff_base: 'synced' });
    t.match(await apply(staged.body.id), { status: 200, body: { attempt: { outcome: 'succeeded' } } });
    const wrapped = await stage('firewall.rule', 'update', {
      target_id: target,
      payload: { rule: { log: '0' } },
    });
    t.match(await apply(wrapped.body.id), { status: 200, body: { attempt: { outcome: 'succeeded' } } });
    t.match(running().at(-1), { log: '0' });
  });

  await t.test('what the firewall refuses leaves the change pending, with its words', async (t) => {
    const payload = { interface: 'lan', destination_net: '10.0.0.300' };
    const staged = await stage('firewall.rule', 'create', { payload });
    t.equal(staged.status, 201);
    const refused = await apply(staged.body.id);
    t.match(refused, {
      status: 502,
      body: { error: { type: 'adapter_error', message: /rule\.destination_net/ } },
    });
    const change = await call('GET', `/changes/${staged.body.id}`, { as: viewer });
    t.match(change.body, { status: 'pending', last_error: /rule\.destination_net/ });
    const discarded = await call('POST', `/gateway-vpn/changes/${staged.body.id}/discard?force=false`, {
      as: operator,
    });
    t.match(discarded, { status: 200, body: { status: 'discarded' } });
  });

  await t.test('a commit that is lost after the save makes the outcome unknown', async (t) => {
    lab.faults.set({ kind: 'drop_after_read', path: '/api/firewall/filter/apply', count: 1 });
    const staged = await stage('firewall.rule', 'update', {
      target_id: target,
      payload: { description: 'lost' },
    });
    t.equal((await apply(staged.body.id)).status, 504);
    const attempts = await call('GET', `/changes/${staged.body.id}/attempts`, { as: viewer });
    t.match(attempts.body.items ?? attempts.body, [{ outcome: 'unknown' }]);
    t.equal((await apply(staged.body.id)).status, 409, 'nothing retries it by itself');
    await call('POST', `/gateway-vpn/changes/${staged.body.id}/discard?force=true`, { as: operator });
  });

  await t.test('bad payloads, unknown features and other tenants are refused', async (t) => {
    const named = await stage('firewall.rule', 'create', { payload: { action: 'allow', colour: 'red' } });
    t.equal(named.status, 422);
    const fields = named.body.error.details.map(({ field }: { field: string }) => field).sort();
    t.same(fields, ['payload.action', 'payload.colour']);
    t.equal((await stage('firewall.nothing', 'create', { payload: {} })).status, 404);
    t.equal((await stage('firewall.rule', 'create', { payload: {} }, viewer)).status, 403);
    t.equal((await stage('firewall.rule', 'create', { payload: {} }, stranger)).status, 404);
    t.equal((await call('GET', `${family}/firewall.rule`, { as: stranger })).status, 404);
    t.equal(
      (await call('GET', `/gateway-vpn/changes/by-gateway/${id}?vendor=opnsense`, { as: stranger })).status,
      404,
    );
    const halt = `/gateway-opnsense-system/${id}/changes/system.halt?operation=update`;
    t.equal((await call('POST', halt, { as: operator, body: { payload: {} } })).status, 403);
  });

  await t.test('secrets of a payload are sent to the firewall and never shown', async (t) => {
    const payload = { ident: '203.0.113.1', keyType: 'PSK', Key: 'between-the-two' };
    const path = `/gateway-opnsense-vpn/${id}/changes/vpn.ipsec_psk?operation=create`;
    const staged = await call('POST', path, { as: operator, body: { payload } });
    t.match(await apply(staged.body.id), { status: 200, body: { attempt: { outcome: 'succeeded' } } });
    t.ok(lab.ledger.entries().some(({ body }) => body.includes('between-the-two')));
    const live = await call('GET', `/gateway-opnsense-vpn/${id}/vpn.ipsec_psk`, { as: viewer });
    t.equal(live.body.total, 1);
    t.notMatch(live.text, /between-the-two/);
  });

  await t.test('all 64 features are listed', async (t) => {
    const listed = await call('GET', '/changes/features?vendor=opnsense&per_page=200', { as: viewer });
    t.equal(listed.body.total, 64);
  });
});
