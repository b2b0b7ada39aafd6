import { RouterOsController } from '@patchbay/lab';
import t from 'tap';
import { type Person, waitFor } from '../../harness/index.ts';
import { holds, keysOf, NOWHERE, PAGE, refused, wireWorld } from '../support/wire.ts';

const { admin, call, get, operator, owner, platform, post, viewer } = await wireWorld(t);

const lab = new RouterOsController({ plain_http: true, devices: 4 });
const { url, credentials } = await lab.start();
t.teardown(() => lab.stop());
const site_id = await platform.site(admin, 'Office');
const login = { name: 'lab', kind: 'password', username: credentials.username, secret: credentials.password };
const credential = await post(admin, '/credentials/', login);
const made = await post(admin, '/controllers/', {
  name: 'edge',
  site_id,
  vendor: 'mikrotik',
  url,
  credential_id: credential.body.id,
});
const controller_id: string = made.body.id;
const family = `/gateway-mikrotik-firewall/${controller_id}`;
const stage = (as: Person, comment: string, query = '?operation=create', feature = 'firewall.filter') =>
  post(as, `${family}/changes/${feature}${query}`, {
    payload: { chain: 'forward', action: 'drop', comment },
    notes: 'words',
  });
const apply = (as: Person, id: string, body: object = { force: true }) =>
  post(as, `/gateway-vpn/changes/${id}/apply`, body);

t.test('credentials, controllers and devices have the fields of the API document', async (t) => {
  t.equal(credential.status, 201);
  t.match(credential.body, { name: 'lab', kind: 'password', secret_set: true });
  t.notOk('secret' in credential.body);
  t.equal(made.status, 201, made.text);
  holds(
    t,
    made.body,
    'id name site_id vendor url credential_id tls status version last_sync_at capabilities',
  );
  refused(t, await post(viewer, '/credentials', login), 403);
  refused(t, await get(viewer, '/credentials'), 403);
  refused(t, await post(operator, '/controllers', {}), 403);
  const tested = await post(admin, `/credentials/${credential.body.id}/test`, { controller_id });
  t.match(tested.body, { ok: true, message: String });
  const reached = await post(admin, `/controllers/${controller_id}/test/`);
  t.same(keysOf(reached.body), ['latency_ms', 'reachable', 'version']);
  const sync = await post(admin, `/controllers/${controller_id}/sync`);
  t.equal(sync.status, 202);
  const ended = await waitFor('the sync to end', async () => {
    const { body } = await get(admin, `/controllers/${controller_id}/syncs/${sync.body.sync_id}`);
    return body.finished_at ? body : null;
  });
  holds(t, ended, 'status created updated unchanged missing');
  const devices = await get(viewer, `/devices/?site_id=${site_id}`);
  t.same(keysOf(devices.body), PAGE);
  const [device] = devices.body.items;
  holds(t, device, 'id name kind status site_id controller_id ip mac model firmware serial last_seen_at');
  t.match(await get(viewer, `/devices?site_id=${NOWHERE}`), { status: 200, body: { total: 0 } });
  const one = await get(viewer, `/devices/${device.id}`);
  const headers = { 'if-match': String(one.headers['etag']) };
  const patch = (as: Person) =>
    call('PATCH', `/devices/${device.id}`, { as, body: { name: 'Core' }, headers });
  refused(t, await patch(viewer), 403);
  t.match(await patch(operator), { status: 200, body: { name: 'Core' } });
  refused(t, await patch(operator), 412);
  const bulk = await post(operator, '/devices/bulk', { ids: [device.id], set: { kind: 'router' } });
  t.equal(bulk.status, 200, bulk.text);
});

t.test('a staged change has the fields of the API document, on every path', async (t) => {
  const answer = await stage(operator, 'fields');
  t.equal(answer.status, 201);
  holds(
    t,
    answer.body,
    'id organization_id controller_id site_id vendor feature operation target_id payload',
  );
  holds(t, answer.body, 'notes staged_by status risk diff diff_base stale last_error approvals created_at');
  t.match(answer.body, { status: 'pending', staged_by: operator.user_id, vendor: 'mikrotik', approvals: [] });
  const list = await get(viewer, `${family}/changes/?status=pending`);
  t.ok(Array.isArray(list.body));
  t.equal(list.headers['x-total-count'], '1');
  t.equal((await get(viewer, `${family}/changes?status=pending&page=1&per_page=10`)).status, 200);
  const all = await get(viewer, '/changes/?status=pending');
  t.same(keysOf(all.body), PAGE);
  t.match((await get(viewer, `/changes/${answer.body.id}`)).body, { id: answer.body.id });
  const features = await get(viewer, '/changes/features?vendor=mikrotik');
  holds(t, features.body.items[0], 'key vendor area operations permission risk payload_schema confirm');
  const gateway = `/gateway-vpn/changes/by-gateway/${controller_id}`;
  refused(t, await get(viewer, gateway), 422);
  refused(t, await get(viewer, `${gateway}?vendor=nobody`), 400);
  t.match((await get(viewer, `${gateway}/?vendor=mikrotik&status=pending`)).body, [{ id: answer.body.id }]);
  refused(t, await stage(operator, 'x', '?operation=create', 'firewall.nothing'), 404);
  refused(t, await stage(operator, 'x', '?operation=rename'), 422);
  const target = await stage(operator, 'x', '?operation=delete');
  refused(t, target, 422);
  t.match(target.body.error.details, [{ field: 'target_id', type: 'required' }]);
  const command = `/gateway-mikrotik-system/${controller_id}/changes/system.reboot?operation=delete`;
  refused(t, await post(owner, command, { payload: {}, target_id: '*1' }), 422);
  const discarded = await post(operator, `/gateway-vpn/changes/${answer.body.id}/discard?force=false`);
  t.match(discarded, { status: 200, body: { status: 'discarded' } });
  refused(t, await post(operator, `/gateway-vpn/changes/${answer.body.id}/discard`), 409);
});

t.test('apply refuses in the order of DECISIONS 20', async (t) => {
  const { id } = (await stage(operator, 'order')).body;
  const gate = (read_only: boolean | null) =>
    call('PUT', '/system/read-only', { as: owner, body: { read_only } });
  t.match((await gate(true)).body, { read_only: true, source: String });
  refused(t, await apply(viewer, NOWHERE, {}), 404);
  refused(t, await apply(viewer, id, {}), 403);
  for (const force of [undefined, false, 'true', 1, null])
    refused(t, await apply(operator, id, { force }), 400);
  refused(t, await call('POST', `/gateway-vpn/changes/${id}/apply`, { as: operator }), 400);
  const gone = (await stage(operator, 'gone')).body.id;
  t.equal((await post(operator, `/gateway-vpn/changes/${gone}/discard`)).status, 200, 'with the gate closed');
  refused(t, await apply(operator, gone), 409);
  const closed = await apply(operator, id);
  t.equal(closed.status, 403);
  t.same(keysOf(closed.body), ['detail']);
  t.match(closed.body.detail, /ADAPTER_READ_ONLY/);
  t.match((await gate(null)).body, { read_only: false });
  const applied = await apply(operator, id);
  t.equal(applied.status, 200, applied.text);
  t.same(keysOf(applied.body), ['attempt', 'change']);
  t.match(applied.body, { change: { status: 'applied' }, attempt: { outcome: 'succeeded' } });
  const attempts = await get(viewer, `/changes/${id}/attempts`);
  const [attempt] = attempts.body.items;
  holds(t, attempt, 'outcome started_at finished_at sent_hash before after error actor_id');
  t.equal((await get(viewer, `/changes/${id}/timeline`)).status, 200);
  refused(t, await apply(operator, id), 409);
  const reboot = `/gateway-mikrotik-system/${controller_id}/changes/system.reboot?operation=update`;
  refused(t, await post(operator, reboot, { payload: {} }), 403);
  const live = await get(viewer, `${family}/firewall.filter`);
  t.same(keysOf(live.body), [...PAGE, 'target_ids'].toSorted());
});

t.test('adapters that fail are told by their type', async (t) => {
  const { id } = (await stage(operator, 'fails')).body;
  const wrong = { ...login, name: 'wrong', secret: 'nope' };
  const { body } = await post(admin, '/credentials', wrong);
  const rewire = (credential_id: string) =>
    call('PATCH', `/controllers/${controller_id}`, { as: admin, body: { credential_id } });
  t.equal((await rewire(body.id)).status, 200);
  refused(t, await apply(operator, id), 502, { type: 'adapter_authentication_error' });
  t.match((await get(viewer, `/changes/${id}`)).body, { status: 'pending', last_error: String });
  t.equal((await rewire(credential.body.id)).status, 200);
});

t.test('events of devices and changes carry the payload of SPEC 6.1', async (t) => {
  const told = (type: string) =>
    waitFor(`an event ${type}`, async () => (await get(viewer, `/events?event_type=${type}`)).body.items[0]);
  for (const type of ['device.discovered', 'device.updated']) {
    const { payload } = await told(type);
    holds(t, payload, 'device_id site_id data');
    holds(t, payload.data, 'name old_status new_status reason');
  }
  for (const verb of ['staged', 'applied', 'failed']) {
    const { payload, organization_id } = await told(`controller.change.${verb}`);
    holds(t, payload, 'change_id controller_id feature operation target_id vendor status site_id');
    holds(t, payload, 'applied_at actor_id');
    t.equal(organization_id, owner.organization_id);
  }
  refused(t, await get(viewer, '/events?event_type=dev*'), 422);
  t.match((await get(viewer, '/events?event_type=user.**')).body, { total: 0 }, 'not for viewers');
});
