import { DATABASE, exempt, sql } from '@patchbay/kernel/database';
import { bootPlatform } from '@patchbay/test/harness';
import t from 'tap';

const harness = await bootPlatform(t, { work: false });
const owner = await harness.owner();
const operator = await harness.person('operator');
const { organization_id } = owner;
const [here, there] = [await harness.site(owner, 'Here'), await harness.site(owner, 'There')];
const outside = exempt('test.device-notes', 'a test puts devices there that no controller reports');

const ids = await harness.get(DATABASE).asSystem(outside, async (db) => {
  const { rows } = await sql<{ id: string }>`
    insert into devices (id, organization_id, site_id, external_id, name, kind, status, hash)
    select gen_random_uuid(), ${organization_id}::uuid, ${here}::uuid, 'd' || n, 'Device ' || n, 'switch', 'online', 'x'
    from generate_series(1, 3) n returning id`.execute(db);
  return rows.map(({ id }) => id);
});
const [first, second, third] = ids as [string, string, string];

const call = (method: string, path: string, body?: object, as = operator) =>
  harness.call(method, path, { as, ...(body ? { body } : {}) });
const patch = (id: string, body: object) => call('PATCH', `/devices/${id}`, body);

async function historyOf(id: string, query = '?per_page=100') {
  const { status, body } = await call('GET', `/devices/${id}/history${query}`);
  t.equal(status, 200);
  return body;
}

t.test('a device carries tags, notes, a place and fields of its own', async (t) => {
  const fresh = await call('GET', `/devices/${first}`);
  t.match(fresh.body, { tags: [], notes: null, location: null, custom_fields: {} });
  const kept = {
    tags: ['core', 'Gebäude 4'],
    notes: 'Fans were changed.\nLoud.',
    location: 'Rack A4, unit 7',
    custom_fields: { rack: 'A4', unit: 7, 'owner.team': 'noc', leased: false, until: null },
  };
  const set = await patch(first, kept);
  t.match(set, { status: 200, body: kept });
  t.same((await call('GET', `/devices/${first}`)).body.custom_fields, kept.custom_fields);
  t.match((await patch(first, { notes: null, location: null })).body, {
    ...kept,
    notes: null,
    location: null,
  });
  t.same((await patch(first, { custom_fields: { rack: 'B1' } })).body.custom_fields, { rack: 'B1' });
});

t.test('several devices are tagged at once, and found by a tag', async (t) => {
  const set = { tags: ['branch', 'leased'], location: 'Basement' };
  t.match(await call('POST', '/devices/bulk', { ids: [second, third], set }), {
    status: 200,
    body: { updated: 2 },
  });
  const found = async (query: string) => {
    const { body } = await call('GET', `/devices?${query}&sort=name`);
    return body.items.map(({ id }: { id: string }) => id);
  };
  t.same(await found('tag=leased'), [second, third]);
  t.same(await found('tag=leased&search=Device%203'), [third]);
  t.same(await found('tag=lease'), []);
  t.same(await found(`tag=${encodeURIComponent('Gebäude 4')}`), [first]);
});

t.test('what is no tag and no field of such a device is refused, and changes nothing', async (t) => {
  const before = (await call('GET', `/devices/${first}`)).body;
  const long = 'x'.repeat(65);
  const cases: readonly object[] = [
    { tags: ['same', 'same'] },
    { tags: [''] },
    { tags: [' led by a space'] },
    { tags: [long] },
    { tags: Array.from({ length: 51 }, (_, n) => `t${n}`) },
    { notes: 'x'.repeat(10_001) },
    { location: 7 },
    { custom_fields: { 'a b': 1 } },
    { custom_fields: { nested: { a: 1 } } },
    { custom_fields: { text: 'x'.repeat(1_001) } },
    { custom_fields: Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`f${n}`, n])) },
  ];
  for (const body of cases)
    t.equal((await patch(first, body)).status, 422, JSON.stringify(body).slice(0, 60));
  const forged = JSON.parse('{"custom_fields":{"__proto__":"x"}}') as object;
  t.equal((await patch(first, forged)).status, 400);
  t.same((await call('GET', `/devices/${first}`)).body, before);
});

t.test('the history tells who changed what, from what to what, newest first', async (t) => {
  const start = (await historyOf(second)).total;
  await patch(second, { name: 'Renamed', tags: ['leased', 'branch'] });
  await patch(second, { name: 'Renamed' });
  await call('DELETE', `/devices/${second}`);
  await call('POST', `/devices/${second}/restore`);
  const { items, total } = await historyOf(second);
  t.equal(total, start + 4, 'what did not change is no history');
  const by = { device_id: second, actor_id: operator.user_id, source: 'person' };
  const [restored, deleted, ...changed] = items.slice(0, 4);
  t.match(restored, { ...by, action: 'restored', field: null, from: null, to: null });
  t.match(deleted, { ...by, action: 'deleted' });
  t.match(
    changed.find(({ field }: { field: string }) => field === 'name'),
    { ...by, action: 'changed', from: 'Device 2', to: 'Renamed' },
  );
  t.match(
    changed.find(({ field }: { field: string }) => field === 'tags'),
    { ...by, from: ['branch', 'leased'], to: ['leased', 'branch'] },
  );
  t.equal((await historyOf(second, '?search=renamed')).total, 1);
});

t.test('the history goes with its device to another site, and is seen there alone', async (t) => {
  const held = await harness.person('viewer');
  const grant = { user_id: held.user_id, site_id: there };
  await call('POST', `/organizations/${organization_id}/site-access`, grant, owner);
  const path = `/devices/${third}/history`;
  t.equal((await call('GET', path, undefined, held)).status, 404);
  const { total } = await historyOf(third);
  await patch(third, { site_id: there });
  const seen = await call('GET', path, undefined, held);
  t.match(seen.body, { total: total + 1, items: [{ field: 'site_id', from: here, to: there }] });
});
