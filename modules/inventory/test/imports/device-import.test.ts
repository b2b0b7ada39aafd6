import { bootPlatform, type Person, staysResponsive } from '@patchbay/test/harness';
import pg from 'pg';
import t from 'tap';

const harness = await bootPlatform(t, { work: false });
const owner = await harness.owner();
const operator = await harness.person('operator');
const stranger = await harness.person('org_admin', await harness.organization('Second Networks'));
const outside = new pg.Client(harness.databaseUrl);
await outside.connect();
t.teardown(() => outside.end());

const { organization_id } = operator;
const here = await harness.site(owner, 'Here');
const there = await harness.site(owner, 'There');
const abroad = await harness.site(stranger, 'Abroad');

interface Made {
  readonly name: string;
  readonly site_id?: string;
  readonly organization_id?: string;
  readonly mac?: string | null;
  readonly serial?: string | null;
}
/** Devices come from syncs; here they are put there past them. */
async function device({ name, site_id = here, mac = null, serial = null, ...more }: Made): Promise<string> {
  const { rows } = await outside.query(
    `insert into devices (id, organization_id, site_id, external_id, name, kind, status, hash, mac, serial)
     values (gen_random_uuid(), $1, $2, gen_random_uuid()::text, $3, 'switch', 'online', 'x', $4, $5) returning id`,
    [more.organization_id ?? organization_id, site_id, name, mac, serial],
  );
  return rows[0].id;
}
const one = await device({ name: 'One', mac: '02-00-5E-10-00-01', serial: 'S1' });
const two = await device({ name: 'Two', mac: '02:00:5e:10:00:02', serial: 'S2' });
const three = await device({ name: 'Three', site_id: there, serial: 'S3' });
await device({ name: 'Twin', mac: '02:00:5e:10:00:09', serial: 'T' });
await device({ name: 'Twin', mac: '02:00:5e:10:00:09', serial: 'T' });
const foreign = await device({
  name: 'Foreign',
  site_id: abroad,
  organization_id: stranger.organization_id,
  mac: '02:00:5e:10:00:ff',
});

const bring = (csv: string, as: Person = operator, more: object = {}) =>
  harness.call('POST', '/devices/import', { as, body: { csv, ...more } });
const look = (csv: string, as: Person = operator) => bring(csv, as, { dry_run: true });
const rowsOf = async (query: string, values: readonly unknown[] = []) =>
  (await outside.query(query, [...values])).rows;
const shown = async (id: string) => (await harness.call('GET', `/devices/${id}`, { as: owner })).body;
const everything = () =>
  rowsOf(`select
    (select md5(string_agg(d::text, '' order by id)) from devices d) as devices,
    (select count(*) from device_history) as history,
    (select count(*) from audit_log where action like any (array['devices.%'])) as records, (select count(*) from event_log) as events`);
type Fault = { row: number; column: string | null; type: string };
const told = (faults: readonly Fault[]) => faults.map(({ row, column, type }) => [row, column, type]);

t.test('fields are set at devices found by id, address, serial number, or name and site', async (t) => {
  const csv = [
    'id,mac,serial,name,site,kind,tags,notes,location,custom_fields',
    `${one.toUpperCase()},,,Core one,,router,core; branch,=1+1,"Rack A4, unit 7","{""rack"":""A4"",""unit"":7}"`,
    ',0200.5e10.0002,S2,,there,,,"Line one\nLine two",,',
    ',,S3,,,,"[""a;b"",""c""]",,,',
  ].join('\r\n');
  const looked = await look(csv);
  t.same(looked.body, {
    dry_run: true,
    rows: 3,
    would_create: 0,
    would_update: 3,
    unchanged: 0,
    errors: [],
    error_count: 0,
  });
  const done = await bring(csv);
  t.same([done.status, done.body], [200, { dry_run: false, rows: 3, created: 0, updated: 3, unchanged: 0 }]);
  t.match(await shown(one), {
    name: 'Core one',
    kind: 'router',
    tags: ['core', 'branch'],
    notes: '=1+1',
    location: 'Rack A4, unit 7',
    custom_fields: { rack: 'A4', unit: 7 },
    site_id: here,
  });
  t.match(await shown(two), { name: 'Two', site_id: there, notes: 'Line one\nLine two' });
  t.match(await shown(three), { tags: ['a;b', 'c'] });

  const before = await everything();
  t.match((await bring(csv)).body, { updated: 0, unchanged: 3 });
  t.same(await everything(), before, 'the same file again writes nothing');
  t.match((await bring('name,site,location\nThree,there,Basement\n')).body, { updated: 1 });
  t.match(
    await shown(three),
    { location: 'Basement', tags: ['a;b', 'c'] },
    'a column that is not there says nothing',
  );
  t.match((await bring('serial,tags,location,notes,custom_fields\nS3,,,,\n')).body, { updated: 1 });
  t.match(await shown(three), { location: null, tags: [] }, 'an empty cell takes the value away');
});

t.test('each device has its record, its event and its history, as by its own route', async (t) => {
  const id = await device({ name: 'Told', serial: 'Told' });
  await bring('serial,name,location,kind\nTold,Renamed,Rack,switch\n');
  t.match(await rowsOf('select action, detail from audit_log where target_id = $1', [id]), [
    { action: 'devices.update', detail: { name: 'Renamed', location: 'Rack' } },
  ]);
  const events = await rowsOf(`select event_type, payload from event_log where payload->>'device_id' = $1`, [
    id,
  ]);
  t.match(events, [{ event_type: 'device.updated', payload: { data: { reason: 'name, location' } } }]);
  const history = await rowsOf(
    'select field, actor_id from device_history where device_id = $1 order by field',
    [id],
  );
  t.match(history, [
    { field: 'location', actor_id: operator.user_id },
    { field: 'name', actor_id: operator.user_id },
  ]);
  const [{ edited }] = await rowsOf('select edited from devices where id = $1', [id]);
  t.same(edited, ['name'], 'what the file only repeats is still brought by syncs');
});

t.test('a dry run writes nothing, and lists all that is wrong by line and column', async (t) => {
  const csv = [
    'id,mac,serial,name,site,kind,tag,notes,location,custom_fields',
    `${one},,,,,,x,fine,,`,
    ',,,,,,x,nothing,,',
    ',,,One,,,x,no site,,',
    ',,,Nobody,here,,x,,,',
    ',,,One,nowhere,,x,,,',
    ',02:00:5e:10:00:99,,,,,x,,,',
    ',not-a-mac,,,,,x,,,',
    ',02:00:5e:10:00:09,,,,,x,,,',
    ',,T,,,,x,,,',
    ',,,Twin,here,,x,,,',
    `${two},02:00:5e:10:00:01,,,,,x,,,`,
    ',02:00:5e:10:00:02,S1,,,,x,,,',
    `${foreign},,,,,,x,,,`,
    ',02:00:5e:10:00:ff,,,,,x,,,',
    `,,,Foreign,${abroad},,x,,,`,
    ',02005e100001,,,,,x,again,,',
    `${three},,,"a\u0007b",,${'k'.repeat(51)},x,,${'l'.repeat(301)},"{""a b"":1}"`,
    `${three},,,,,,x,${'n'.repeat(10_001)},,"{""k"":""\\u0000""}"`,
    `${three},,,[redacted],,,x,,,"{""k"":{}}"`,
    'x',
    `${three},,,"unclosed,,,x,,,`,
  ].join('\n');
  const before = await everything();
  const { status, body } = await look(csv);
  t.equal(status, 200);
  t.same(told(body.errors), [
    [1, 'tag', 'unknown_column'],
    [3, null, 'required'],
    [4, 'site', 'required'],
    [5, 'name', 'not_found'],
    [6, 'site', 'not_found'],
    [7, 'mac', 'not_found'],
    [8, 'mac', 'pattern'],
    [9, 'mac', 'ambiguous'],
    [10, 'serial', 'ambiguous'],
    [11, 'name', 'ambiguous'],
    [12, 'mac', 'mismatch'],
    [13, 'serial', 'mismatch'],
    [14, 'id', 'not_found'],
    [15, 'mac', 'not_found'],
    [16, 'site', 'not_found'],
    [17, 'mac', 'duplicate'],
    [18, 'kind', 'too_long'],
    [18, 'location', 'too_long'],
    [18, 'custom_fields', 'additional_property'],
    [19, 'notes', 'too_long'],
    [19, 'custom_fields', 'format'],
    [19, 'id', 'duplicate'],
    [20, 'name', 'redacted'],
    [20, 'custom_fields', 'type'],
    [20, 'id', 'duplicate'],
    [21, null, 'cells'],
    [22, 'name', 'syntax'],
  ]);
  t.same([body.rows, body.would_update, body.unchanged], [21, 1, 0]);
  t.match(body.errors[0].message, /did you mean "tags"/);
  const refused = await bring(csv);
  t.equal(refused.status, 422);
  t.match(refused.body.error.details[0], { field: 'rows.1.tag', type: 'unknown_column' });
  t.match(refused.body.error.details[1], { field: 'rows.3', type: 'required' });
  t.same(await everything(), before, 'neither wrote anything');
});

t.test('who may write no devices imports none, not even to look', async (t) => {
  const viewer = await harness.person('viewer');
  for (const more of [{}, { dry_run: true }])
    t.equal((await bring(`id,location\n${one},x\n`, viewer, more)).status, 403);
});

t.test('an operator held to a site sets nothing of another, and learns nothing of it', async (t) => {
  const held = await harness.person('operator');
  const path = `/organizations/${organization_id}/site-access`;
  await harness.call('POST', path, { as: owner, body: { user_id: held.user_id, site_id: here } });
  t.match((await bring(`id,location\n${one},Rack B1\n`, held)).body, { updated: 1 });
  const csv = [
    'id,serial,name,site,location',
    `${three},,,,Taken`,
    ',S3,,,Taken',
    ',,Three,there,Taken',
    `${one},,,there,Taken`,
    `,,Three,${there},Taken`,
  ].join('\n');
  const before = await everything();
  t.same(told((await look(csv, held)).body.errors), [
    [2, 'id', 'not_found'],
    [3, 'serial', 'not_found'],
    [4, 'site', 'not_found'],
    [5, 'site', 'not_found'],
    [6, 'site', 'not_found'],
  ]);
  t.equal((await bring(csv, held)).status, 422);
  t.same(await everything(), before);
});

t.test('deleted devices are as none', async (t) => {
  const id = await device({ name: 'Gone', serial: 'Gone' });
  await harness.call('DELETE', `/devices/${id}`, { as: operator });
  t.same(told((await look('serial,location\nGone,x\n')).body.errors), [[2, 'serial', 'not_found']]);
});

t.test('two thousand devices are set at once, and others keep their turn', async (t) => {
  await outside.query(
    `insert into devices (id, organization_id, site_id, external_id, name, kind, status, hash, mac)
     select gen_random_uuid(), $1, $2, 'large' || n, 'Large ' || n, 'switch', 'online', 'x',
       lpad(to_hex(n), 12, '0')
     from generate_series(1, 2000) n`,
    [organization_id, there],
  );
  let round = 0;
  await staysResponsive(t, 'an import of 2,000 devices', async () => {
    round += 1;
    const lines = Array.from(
      { length: 2_000 },
      (_, n) => `${(n + 1).toString(16).padStart(12, '0')},Rack ${round}-${n},here,core;round-${round}`,
    );
    const { status, body } = await bring(`mac,location,site,tags\n${lines.join('\n')}\n`);
    t.match([status, body], [200, { updated: 2_000 }]);
  });
});
