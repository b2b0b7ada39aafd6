import t from 'tap';
import { waitFor } from '../../harness/index.ts';
import { holds, keysOf, NOWHERE, refused, wireWorld } from '../support/wire.ts';

const { admin, call, get, operator, owner, platform, post, viewer } = await wireWorld(t);

t.test('the catalog has the keys and counts of SPEC 4.5', async (t) => {
  const { body } = await get(viewer, '/fabric/catalog/');
  t.same(keysOf(body), ['ai_tools', 'counts', 'events', 'operations']);
  t.same(keysOf(body.counts), ['ai_tools', 'events', 'native_operations', 'operations', 'plugin_operations']);
  t.equal(body.counts.operations, body.operations.length);
  t.equal(body.counts.events, body.events.length);
  holds(t, body.operations[0], 'id title description input_schema produces accepts permission write feature');
  holds(t, body.operations[0], 'tier provider_id');
  holds(t, body.events[0], 'event_type title description payload_schema produces tier provider_id');
  const sinks = body.operations.filter(({ id }: { id: string }) => id.startsWith('fabric.'));
  t.same(
    sinks
      .map(({ id, permission, write, tier }: Record<string, unknown>) => [id, permission, write, tier])
      .sort(),
    ['fabric.log', 'fabric.notify', 'fabric.webhook'].map((id) => [id, null, false, 'native']),
  );
  const native = body.operations
    .filter(({ id }: { id: string }) => !id.startsWith('fabric.'))
    .map(({ id, write, permission, feature }: Record<string, unknown>) => [id, write, permission, feature]);
  const manages = 'hypervisor.manage_vms';
  t.same(
    native.toSorted(([one]: string[], [other]: string[]) => String(one).localeCompare(String(other))),
    [
      ['cameras.snapshot', false, 'cameras.view', null],
      ['firewall.search_alerts', false, 'firewall.view_logs', null],
      ...['reboot', 'shutdown'].map((verb) => [`hypervisor.vm.${verb}`, true, manages, `vmhost.vm.${verb}`]),
      ['hypervisor.vm.snapshot', true, 'hypervisor.manage_snapshots', 'vmhost.snapshot.create'],
      ...['start', 'stop'].map((verb) => [`hypervisor.vm.${verb}`, true, manages, `vmhost.vm.${verb}`]),
      ['network.client.list', false, 'network.view', null],
      ['storage.health', false, 'storage.view', null],
      ['storage.store_blob', true, 'storage.write', 'storage.store_blob'],
      ['voip.phone.live_status', false, 'voip.view', null],
    ],
    'the table of SPEC 4.5, and nothing beside it',
  );
  t.equal(body.counts.native_operations, native.length + sinks.length);
  const media = (id: string) => body.operations.find((each: { id: string }) => each.id === id);
  t.same(media('cameras.snapshot').produces, ['image/jpeg']);
  t.same(media('storage.store_blob').accepts, ['image/jpeg', 'blob']);
  const types = body.events.map(({ event_type }: { event_type: string }) => event_type);
  for (const type of ['controller.change.staged', 'device.updated', 'ingest.external'])
    t.ok(types.includes(type), type);
});

t.test('sinks want an unscoped administrator, ingest a key with event:write', async (t) => {
  const log = { params: { message: 'hello' } };
  const invoke = '/fabric/operations/fabric.log/invoke';
  const said = await post(admin, invoke, log);
  t.equal(said.status, 200, said.text);
  t.match(said.body, { output: { message: 'hello' } });
  refused(t, await post(operator, invoke, log), 403);
  const key = async (scopes?: readonly string[]) =>
    (await post(admin, '/api-keys/', { name: 'k', ...(scopes ? { scopes } : {}) })).body.secret;
  const [scoped, unscoped] = [await key(['event:write']), await key()];
  const by = (apiKey: string, path: string, body: object) => call('POST', path, { apiKey, body });
  refused(t, await by(scoped, invoke, log), 403);
  t.equal((await by(unscoped, invoke, log)).status, 200);
  refused(t, await post(admin, '/fabric/operations/no.such/invoke', log), 404);
  refused(t, await post(admin, invoke, {}), 422);
  const ingest = (body: object) => by(scoped, '/fabric/ingest/', body);
  const taken = await ingest({ name: 'Door Bell_1!', payload: { floor: 2 } });
  t.equal(taken.status, 202);
  t.same(taken.body, { accepted: true, event_type: 'ingest.external', name: 'doorbell_1' });
  const heard = await waitFor(
    'the ingested event',
    async () => (await get(admin, '/events?event_type=ingest.external')).body.items[0],
  );
  t.match(heard, { event_type: 'ingest.external', payload: { name: 'doorbell_1', payload: { floor: 2 } } });
  t.match((await ingest({ name: '!!', payload: {} })).body, { name: null });
  t.match((await ingest({ payload: {} })).body, { name: null });
  refused(t, await ingest({ name: 'x'.repeat(65), payload: {} }), 422);
  refused(t, await ingest({ payload: [] }), 422);
  t.equal((await ingest({ payload: { text: 'x'.repeat(65_536) } })).status, 413);
  refused(t, await post(admin, '/fabric/ingest', { payload: {} }), 403);
  refused(t, await by(await key(['site:read']), '/fabric/ingest', { payload: {} }), 403);
});

t.test('Connections, their suggestions and their runs keep to SPEC 4.5', async (t) => {
  const params = { message: '{{trigger.name}}' };
  const body = {
    name: 'bell',
    source_event: 'ingest.external',
    conditions: { logic: 'and', conditions: [{ field: 'name', operator: 'eq', value: 'bell' }] },
    steps: [{ operation_id: 'fabric.log', params }],
  };
  const paths = '/fabric/connections';
  refused(t, await post(operator, paths, body), 403);
  const dry = await post(admin, `${paths}?dry_run=true`, body);
  t.match(dry, { status: 200, body: { findings: [] } });
  const connection = await post(admin, `${paths}/`, body);
  t.equal(connection.status, 201, connection.text);
  t.match(connection.body, { ...body, author_id: admin.user_id, paused_reason: null, is_enabled: true });
  const path = `${paths}/${connection.body.id}`;
  const stranger = (await get(viewer, path)).body;
  t.type(stranger.steps[0].params, 'string', 'a marker to those who are not the author');
  t.same((await get(admin, path)).body.steps[0].params, params);
  const kept = await call('PATCH', path, { as: admin, body: { steps: stranger.steps } });
  t.same(kept.body.steps[0].params, params, 'the marker sent back keeps the stored value');
  const bad = await post(admin, paths, { ...body, source_event: 'dev*' });
  refused(t, bad, 422);
  t.match(bad.body.error.details, [{ field: 'source_event' }]);
  const unknown = await post(admin, paths, { ...body, steps: [{ params: {} }] });
  t.match(unknown.body.error.details, [{ field: 'steps.0.operation_id', type: 'required' }]);
  const { targets } = (await get(viewer, `${paths}/suggest?source_event=ingest.external`)).body;
  for (const target of targets) t.same(keysOf(target), ['allowed', 'id', 'match']);
  t.same(
    targets.map(({ id, match, allowed }: Record<string, unknown>) => [id, match, allowed]),
    [
      ['cameras.snapshot', 'data', true],
      ...['fabric.log', 'fabric.notify', 'fabric.webhook'].map((id) => [id, 'data', false]),
      ['firewall.search_alerts', 'data', true],
      ...['reboot', 'shutdown', 'snapshot', 'start', 'stop'].map((verb) => [
        `hypervisor.vm.${verb}`,
        'data',
        false,
      ]),
      ...['network.client.list', 'storage.health', 'voip.phone.live_status'].map((id) => [id, 'data', true]),
    ],
    'what a viewer may wire and what not; an event without a picture suggests nothing that needs one',
  );
  const tested = await post(admin, `${path}/test`, { payload: { name: 'bell' } });
  t.equal(tested.status, 200, tested.text);
  holds(t, tested.body, 'id connection_id event_id status reason started_at finished_at steps');
  holds(t, tested.body.steps[0], 'operation_id status input output error duration_ms');
  t.match(tested.body.steps[0], { output: { message: 'bell' } });
  const runs = await get(viewer, `${path}/runs`);
  t.match(runs.body, { page: 1, per_page: 50, total: 1 });
  t.match((await get(viewer, `${path}/runs?limit=200`)).body, { per_page: 200 });
  refused(t, await get(viewer, `${path}/runs?limit=201`), 422);
  t.equal((await get(viewer, `/fabric/runs/${tested.body.id}`)).status, 200);
  t.equal((await call('DELETE', path, { as: admin })).status, 204);
  refused(t, await get(admin, path), 404);
});

t.test('plugins, notifications and profiles answer as listed', async (t) => {
  refused(t, await get(viewer, '/plugins'), 403);
  t.match((await get(owner, '/plugins/')).body, { items: [], total: 0, page: 1, per_page: 50, pages: 0 });
  const channels = { in_app: { user_ids: [viewer.user_id] } };
  const params = { channels, title: 'T'.repeat(300), body: 'B'.repeat(5_000) };
  const told = await post(admin, '/fabric/operations/fabric.notify/invoke', { params });
  t.equal(told.status, 200, told.text);
  const [notice] = (await get(viewer, '/notifications/')).body.items;
  holds(t, notice, 'id title body read_at event_id');
  t.same([notice.title.length, notice.body.length], [200, 4_000]);
  const path = `/notifications/${notice.id}`;
  const read = await call('PATCH', path, { as: viewer, body: { read: true } });
  t.match(read.body, { read_at: String });
  const me = (await get(viewer, '/auth/me')).body;
  for (const id of ['device:read', 'controller:read', 'vpn:read', 'audit:read', 'site:read'])
    t.ok(me.permissions.includes(id), id);
});

t.test('steps, templates and targets fail with the words of DECISIONS 24 to 26', async (t) => {
  const save = (steps: readonly object[], source_event = 'ingest.external') =>
    post(admin, '/fabric/connections', { name: 'edge', source_event, steps });
  const step = (message: string) => ({ operation_id: 'fabric.log', params: { message } });
  for (const pattern of ['', 'a..b', 'Ingest.*x', '**x'])
    refused(t, await save([step('x')], pattern), 422, { what: pattern });
  refused(t, await save([{ operation_id: 'no.such', params: {} }]), 422);
  refused(t, await save([]), 422);
  const made = await save([step('{{trigger.nothing}}')], 'ingest.**');
  t.equal(made.status, 201, made.text);
  const run = await post(admin, `/fabric/connections/${made.body.id}/test`, { payload: { a: 1 } });
  t.match(run.body, { status: 'failed', steps: [{ error: { type: 'TEMPLATE_UNRESOLVED' } }] });
  const proto = await save([step('{{trigger.__proto__.x}}')]);
  if (proto.status === 201) {
    const other = await post(admin, `/fabric/connections/${proto.body.id}/test`, { payload: {} });
    t.match(other.body, { status: 'failed', steps: [{ error: { type: 'TEMPLATE_UNRESOLVED' } }] });
  } else refused(t, proto, 422);
  const key = (await post(admin, '/api-keys', { name: 'scoped', scopes: ['network:read'] })).body.secret;
  const body = { name: 'x', source_event: 'ingest.external', steps: [step('x')] };
  refused(t, await call('POST', '/fabric/connections', { apiKey: key, body }), 403);
  const changed = {
    as: admin,
    body: { name: 'renamed' },
    headers: { 'if-match': String(made.headers.etag) },
  };
  const path = `/fabric/connections/${made.body.id}/`;
  t.equal((await call('PATCH', path, changed)).status, 200);
  refused(t, await call('PATCH', path, changed), 412);
  refused(t, await get(viewer, '/fabric/connections/suggest'), 422);
  refused(t, await get(viewer, `/fabric/connections/${NOWHERE}`), 404);
  const other = await platform.organization('Other');
  const stranger = await platform.person('org_admin', other);
  refused(t, await get(stranger, path), 404, { what: 'across tenants' });
  t.match((await get(stranger, '/fabric/connections')).body, { total: 0 });
});
