import { ProxmoxController } from '@patchbay/lab';
import t from 'tap';
import { bootPlatform, registered, started, synced, waitFor } from '../../harness/index.ts';

type Running = {
  readonly guests: Readonly<
    Record<string, { readonly node: string; readonly status: string; readonly config: object }>
  >;
};

t.test('a Proxmox VE cluster is registered, read, changed and left alone again', async (t) => {
  const platform = await bootPlatform(t, { environment: { ADAPTER_READ_ONLY: 'false' } });
  const owner = await platform.owner();
  const [viewer, operator, admin] = await Promise.all([
    platform.person('viewer'),
    platform.person('operator'),
    platform.person('site_admin'),
  ]);
  const stranger = await platform.person('org_admin', await platform.organization('Second Networks'));
  const site = await platform.site(owner, 'Office');
  const lab = new ProxmoxController({ devices: 9, task_ms: { qmigrate: 3_600_000 }, unauthorized_ms: 1 });
  const endpoint = await started(t, lab);
  const { credentials } = endpoint;
  const call = platform.call.bind(platform);
  const register = (kind: string, username: string, secret: string) =>
    registered(platform, owner, {
      name: `cluster ${kind} ${secret.length}`,
      site_id: site,
      vendor: 'proxmox',
      endpoint,
      login: { kind, username, secret },
    });
  const [tokenName = '', secret = ''] = credentials.api_key.split('=');
  const id = await register('token', tokenName, secret);
  const running = () => (lab.state()['running'] as Running).guests;
  const family = (area: string) => `/gateway-vmhost-${area}/${id}`;
  const apply = (change: string, as = operator) =>
    call('POST', `/gateway-vpn/changes/${change}/apply`, { as, body: { force: true } });
  const stage = (area: string, feature: string, operation: string, body: object, as = operator) =>
    call('POST', `${family(area)}/changes/${feature}?operation=${operation}`, { as, body });

  await t.test('its token signs in, so does its password, and other ones do not', async (t) => {
    const test = (controller: string) => call('POST', `/controllers/${controller}/test`, { as: owner });
    t.match(await test(id), { status: 200, body: { reachable: true, version: '9.1.2' } });
    t.match(await test(await register('password', 'root', credentials.password)), { status: 200 });
    const refused = { status: 502, body: { error: { type: 'adapter_authentication_error' } } };
    t.match(await test(await register('password', 'root', 'not the password')), refused);
    t.match(await test(await register('token', 'root@pam', secret)), refused);
  });

  await t.test('a sync brings nodes, guests and configuration; a second one finds nothing new', async (t) => {
    const sync = () => synced(platform, owner, id);
    t.match(await sync(), { status: 'succeeded', created: 12, missing: 0 });
    t.match(await sync(), { status: 'succeeded', created: 0, updated: 0, unchanged: 12 });
    const devices = await call('GET', `/devices?site_id=${site}&search=web-01`, { as: viewer });
    t.match(devices.body, { items: [{ kind: 'virtual_machine', name: 'web-01', status: 'online' }] });
  });

  await t.test(
    'a configuration is staged without contact, applied once, read back and put back',
    async (t) => {
      const writes = lab.ledger.size;
      const payload = { cores: 6, description: 'grown' };
      const staged = await stage('vm', 'vmhost.vm.config', 'update', {
        target_id: '100',
        payload,
        notes: 'more',
      });
      t.match(staged, {
        status: 201,
        body: { vendor: 'proxmox', status: 'pending', risk: 'normal', diff_base: 'synced' },
      });
      t.match(staged.body.diff, [
        { field: 'cores', before: 2, after: 6 },
        { field: 'description', after: 'grown' },
      ]);
      t.equal(lab.ledger.size, writes);
      t.equal((await apply(staged.body.id, viewer)).status, 403);
      t.match(await apply(staged.body.id), {
        status: 200,
        body: { change: { status: 'applied' }, attempt: { outcome: 'succeeded' } },
      });
      t.same(
        lab.ledger.entries(writes).map(({ method, path }) => `${method} ${path}`),
        ['PUT /api2/json/nodes/pve1/qemu/100/config'],
      );
      const live = await call('GET', `${family('vm')}/vm.config?search=grown`, { as: viewer });
      t.match(live.body, { total: 1, items: [{ vmid: 100, cores: 6 }] });
      const undone = await call('POST', `/changes/${staged.body.id}/undo`, { as: operator });
      t.equal(undone.status, 201, undone.text);
      t.match(undone.body, { operation: 'update', payload: { cores: 2, delete: 'description' } });
      t.equal((await apply(undone.body.id)).status, 200);
    },
  );

  await t.test('a task of an hour is followed to its end, and others may be applied meanwhile', async (t) => {
    const payload = { target: 'pve2', online: true };
    const staged = await stage('vm', 'vm.migrate', 'update', { target_id: '100', payload });
    const applying = apply(staged.body.id);
    const attempts = () => call('GET', `/changes/${staged.body.id}/attempts`, { as: viewer });
    await waitFor('the task to run', async () =>
      lab.ledger.entries().some(({ path }) => path.endsWith('/migrate')) ? true : null,
    );
    t.match((await attempts()).text, /"running"/);
    t.equal(running()['100']?.node, 'pve1');
    t.equal((await apply(staged.body.id)).status, 409, 'it is under way');
    const locked = await stage('vm', 'vm.config', 'update', { target_id: '100', payload: { cores: 3 } });
    t.match(await apply(locked.body.id), { status: 502, body: { error: { message: /locked \(migrate\)/ } } });
    const other = await stage('vm', 'vm.start', 'update', { target_id: '103', payload: {} });
    t.match(await apply(other.body.id), { status: 200, body: { attempt: { outcome: 'succeeded' } } });
    lab.clock.advance(3_600_000);
    t.match(await applying, { status: 200, body: { attempt: { outcome: 'succeeded' } } });
    t.equal(running()['100']?.node, 'pve2');
  });

  await t.test('a task that fails leaves the change pending, with its exit status', async (t) => {
    lab.failTask('qmsnapshot', 'snapshot feature is not available');
    const staged = await stage('snapshot', 'snapshot.create', 'create', {
      payload: { vmid: 100, snapname: 'before' },
    });
    t.match(await apply(staged.body.id), {
      status: 502,
      body: { error: { type: 'adapter_error', message: /snapshot feature is not available/ } },
    });
    t.match((await call('GET', `/changes/${staged.body.id}`, { as: viewer })).body, {
      status: 'pending',
      last_error: /snapshot feature is not available/,
    });
    t.match(await apply(staged.body.id), { status: 200 }, 'and works the next time');
  });

  await t.test('what destroys needs a site admin, at staging and at applying', async (t) => {
    const destroy = { target_id: '107', payload: { purge: true } };
    t.equal((await stage('vm', 'vm.destroy', 'delete', destroy)).status, 403);
    const staged = await stage('vm', 'vm.destroy', 'delete', destroy, admin);
    t.match(staged, { status: 201, body: { risk: 'catastrophic' } });
    t.equal((await apply(staged.body.id)).status, 403);
    t.match(await apply(staged.body.id, admin), { status: 200, body: { attempt: { outcome: 'succeeded' } } });
    t.equal(running()['107'], undefined);
    const restore = { payload: { node: 'pve1', vmid: 100, archive: 'shared:backup/x', force: true } };
    t.equal((await stage('backup', 'backup.restore', 'create', restore)).status, 403);
    const sneaked = await stage('vm', 'vm.create', 'create', restore);
    t.equal(sneaked.status, 422, 'a creation cannot overwrite');
  });

  await t.test('a change is discarded, bad ones are refused, and other tenants see nothing', async (t) => {
    const staged = await stage('vm', 'vm.reset', 'update', { target_id: '100', payload: {} }, admin);
    const discard = `/gateway-vpn/changes/${staged.body.id}/discard?force=false`;
    t.match(await call('POST', discard, { as: admin }), { status: 200, body: { status: 'discarded' } });
    const named = await stage('vm', 'vm.config', 'update', { target_id: '100', payload: { colour: 'red' } });
    t.match(named, { status: 422, body: { error: { details: [{ field: 'payload.colour' }] } } });
    t.equal((await stage('vm', 'vm.config', 'update', { payload: { cores: 1 } })).status, 422);
    t.equal((await stage('vm', 'vm.nothing', 'update', { payload: {} })).status, 404);
    t.equal(
      (await stage('vm', 'node.dns', 'update', { target_id: 'pve1', payload: {} })).status,
      404,
      'another area',
    );
    t.equal((await stage('vm', 'vm.start', 'update', { target_id: '100', payload: {} }, viewer)).status, 403);
    t.equal(
      (await stage('vm', 'vm.start', 'update', { target_id: '100', payload: {} }, stranger)).status,
      404,
    );
    t.equal((await call('GET', `${family('vm')}/vm.config`, { as: stranger })).status, 404);
    t.equal((await call('GET', `${family('vm')}/changes`, { as: stranger })).status, 404);
    const byGateway = `/gateway-vpn/changes/by-gateway/${id}?vendor=proxmox`;
    t.equal((await call('GET', byGateway, { as: viewer })).status, 400, 'a hypervisor is no gateway');
    const features = await call('GET', '/changes/features?vendor=proxmox&per_page=200', { as: viewer });
    t.equal(features.body.total, 62);
  });
});
