import { bootPlatform, type Person, staysResponsive } from '@patchbay/test/harness';
import pg from 'pg';
import t from 'tap';

const harness = await bootPlatform(t, { work: false, environment: { ENFORCE_ORG_QUOTAS: 'true' } });
const owner = await harness.owner();
const admin = await harness.person('org_admin');
const second = await harness.organization('Second Networks');
const stranger = await harness.person('org_admin', second);
const outside = new pg.Client(harness.databaseUrl);
await outside.connect();
t.teardown(() => outside.end());

const { organization_id } = admin;
const here = await harness.site(owner, 'Here');
const there = await harness.site(owner, 'There');
const abroad = await harness.site(stranger, 'Abroad');

const keep = (name: string, as: Person = admin, more: object = {}) =>
  harness.created(as, '/credentials', {
    name,
    kind: 'password',
    username: 'u',
    secret: 'a long secret',
    ...more,
  });
const core = await keep('Core');
const ofThere = await keep('Of there', admin, { site_id: there });
await keep('Twice');
await keep('Twice');
const foreign = await keep('Foreign', stranger);

async function heldTo(site_id: string, role: 'admin' | 'operator'): Promise<Person> {
  const person = await harness.person(role);
  const path = `/organizations/${organization_id}/site-access`;
  const body = { user_id: person.user_id, site_id };
  t.equal((await harness.call('POST', path, { as: owner, body })).status, 201);
  return person;
}

const bring = (csv: string, as: Person = admin, more: object = {}) =>
  harness.call('POST', '/controllers/import', { as, body: { csv, ...more } });
const look = (csv: string, as: Person = admin) => bring(csv, as, { dry_run: true });
const rowsOf = async (query: string, values: readonly unknown[] = []) =>
  (await outside.query(query, [...values])).rows;
const controller = async (name: string) => {
  const [row] = await rowsOf(
    `select id, name, site_id, vendor, url, credential_id, tls, allow_plaintext from controllers
     where name = $1 and organization_id = $2 and deleted_at is null`,
    [name, organization_id],
  );
  return row;
};
const actionsOf = async (id: string) =>
  (await rowsOf('select action from audit_log where target_id = $1 order by id', [id])).map(
    ({ action }) => action,
  );
const hostsOf = async (id: string) =>
  (await rowsOf('select host from credential_hosts where credential_id = $1 order by host', [id])).map(
    ({ host }) => host,
  );
const everything = () =>
  rowsOf(`select
    (select md5(string_agg(c::text, '' order by id)) from controllers c) as controllers,
    (select md5(string_agg(h::text, '' order by id)) from credential_hosts h) as hosts,
    (select count(*) from audit_log where action like any (array['controllers.%', 'credentials.%'])) as records, (select count(*) from event_log) as events`);
type Fault = { row: number; column: string | null; type: string };
const told = (faults: readonly Fault[]) => faults.map(({ row, column, type }) => [row, column, type]);
const PRINT = 'AB:'.repeat(31).concat('AB');

t.test('new controllers are registered as by their own route, and equal ones left alone', async (t) => {
  const csv = [
    'name,site,vendor,url,credential,tls_verify,tls_fingerprint,tls_pin_on_first_use,allow_plaintext',
    `Router,here,mikrotik,https://192.0.2.1/,Core,,,,`,
    `Firewall,${there.toUpperCase()},opnsense,https://192.0.2.2:8443,${ofThere},FALSE,${PRINT},,`,
    `Old,there,mikrotik,http://192.0.2.3,,true,,true,true`,
  ].join('\r\n');
  t.match((await look(csv)).body, {
    dry_run: true,
    rows: 3,
    would_create: 3,
    would_update: 0,
    error_count: 0,
  });
  const done = await bring(csv);
  t.same([done.status, done.body], [200, { dry_run: false, rows: 3, created: 3, updated: 0, unchanged: 0 }]);
  const router = await controller('Router');
  t.match(router, { site_id: here, url: 'https://192.0.2.1', credential_id: core, tls: { verify: true } });
  t.match(await controller('Firewall'), {
    site_id: there,
    credential_id: ofThere,
    tls: { verify: false, fingerprint: PRINT },
  });
  t.match(await controller('Old'), {
    url: 'http://192.0.2.3',
    credential_id: null,
    tls: { verify: true, pin_on_first_use: true },
    allow_plaintext: true,
  });
  t.same(await actionsOf(router.id), ['controllers.create']);
  t.same(await hostsOf(core), ['192.0.2.1:443'], 'the sign-in is bound to the host');
  t.ok((await actionsOf(core)).includes('credentials.host_bound'));

  const before = await everything();
  t.match((await bring(csv)).body, { created: 0, updated: 0, unchanged: 3 });
  t.same(await everything(), before, 'the same file again writes nothing');
});

t.test('known controllers change as by their own route, and empty cells say nothing', async (t) => {
  const { id } = await controller('Router');
  const csv = `id,name,site,vendor,url,credential,tls_fingerprint\n${id},Edge,there,mikrotik,,,\n`;
  t.match((await look(csv)).body, { would_update: 1, error_count: 0 });
  t.match((await bring(csv)).body, { updated: 1 });
  t.match(await controller('Edge'), { id, site_id: there, credential_id: core, url: 'https://192.0.2.1' });
  t.same(await actionsOf(id), ['controllers.create', 'controllers.update']);
  const [{ detail }] = await rowsOf(
    `select detail from audit_log where target_id = $1 order by id desc limit 1`,
    [id],
  );
  t.same(detail.fields.toSorted(), ['name', 'site_id']);

  await bring('name,site,url\nEdge,there,https://192.0.2.9\n');
  t.match(await controller('Edge'), { credential_id: null }, 'a sign-in does not follow to another address');
  await bring('name,site,url,credential\nEdge,there,https://192.0.2.8,Core\n');
  t.match(await controller('Edge'), { url: 'https://192.0.2.8', credential_id: core });
  t.same(await hostsOf(core), ['192.0.2.1:443', '192.0.2.8:443']);
  await bring(`name,site,tls_fingerprint,credential\nEdge,there,${PRINT},Core\n`);
  t.match(await controller('Edge'), { credential_id: core, tls: { verify: true, fingerprint: PRINT } });
  t.match(
    (await bring(`name,site,tls_fingerprint\nEdge,there,${PRINT.toLowerCase().replaceAll(':', '')}\n`)).body,
    {
      unchanged: 1,
    },
  );
});

t.test('a dry run writes nothing, and lists all that is wrong by line and column', async (t) => {
  for (const name of ['Same', 'Same'])
    await harness.created(admin, '/controllers', {
      name,
      site_id: here,
      vendor: 'mikrotik',
      url: 'https://192.0.2.7',
    });
  const { id } = await controller('Edge');
  const csv = [
    'id,name,site,vendor,url,credential,tls_verify,tls_fingerprint,allow_plaintext,password',
    ',Fine,here,mikrotik,https://192.0.2.20,,,,,x',
    ',,here,mikrotik,https://192.0.2.20,,,,,x',
    ',No site,,mikrotik,https://192.0.2.20,,,,,x',
    ',No vendor,here,,https://192.0.2.20,,,,,x',
    ',No url,here,mikrotik,,,,,,x',
    ',Bad site,nowhere,nobody,https://192.0.2.20/path,Nobody,maybe,AB,,x',
    `,Foreign,${abroad},mikrotik,https://192.0.2.20,${foreign},,,,x`,
    ',Foreign slug,abroad,mikrotik,https://192.0.2.20,,,,,x',
    ',Bad vendor,here,nobody,https://192.0.2.20,,,,,x',
    ',Other site,here,mikrotik,https://192.0.2.20,Of there,,,,x',
    ',Two sign-ins,here,mikrotik,https://192.0.2.20,Twice,,,,x',
    ',Readable,here,mikrotik,http://192.0.2.20,Core,,,false,x',
    ',Same,here,,https://192.0.2.30,,,,,x',
    '00000000-0000-7000-8000-000000000000,Nothing,,,,,,,,x',
    `${id},Edge,here,opnsense,,Of there,,,,x`,
    `${id},Edge again,,,,,,,,x`,
    ',Fine,here,mikrotik,https://192.0.2.21,,,,,x',
    `,${'x'.repeat(10_000)},here,mikrotik,javascript:alert(1),,,,,x`,
  ].join('\n');
  const before = await everything();
  const { status, body, text } = await look(csv);
  t.equal(status, 200);
  t.same(told(body.errors), [
    [1, 'password', 'unknown_column'],
    [3, 'name', 'required'],
    [4, 'site', 'required'],
    [5, 'vendor', 'required'],
    [6, 'url', 'required'],
    [7, 'tls_verify', 'type'],
    [7, 'tls_fingerprint', 'pattern'],
    [7, 'site', 'not_found'],
    [7, 'url', 'format'],
    [7, 'credential', 'not_found'],
    [7, 'vendor', 'unknown_vendor'],
    [8, 'site', 'not_found'],
    [8, 'credential', 'not_found'],
    [9, 'site', 'not_found'],
    [10, 'vendor', 'unknown_vendor'],
    [11, 'credential', 'other_site'],
    [12, 'credential', 'ambiguous'],
    [13, 'url', 'plaintext'],
    [14, 'name', 'ambiguous'],
    [15, 'id', 'not_found'],
    [16, 'vendor', 'immutable'],
    [16, 'credential', 'other_site'],
    [17, 'id', 'duplicate'],
    [18, 'name', 'duplicate'],
    [19, 'name', 'too_long'],
    [19, 'url', 'format'],
  ]);
  t.equal(body.error_count, 26);
  t.notMatch(text, /a long secret/);
  const refused = await bring(csv);
  t.equal(refused.status, 422);
  t.equal(refused.body.error.details.length, 26);
  t.match(refused.body.error.details[1], { field: 'rows.3.name', type: 'required' });
  t.same(await everything(), before, 'neither wrote anything');
});

t.test('no sign-in is named, looked for or bound without the right to', async (t) => {
  const { body: key } = await harness.call('POST', '/api-keys', {
    as: admin,
    body: { name: 'controllers alone', scopes: ['controller:read', 'controller:write', 'site:read'] },
  });
  const byKey = (csv: string, more: object = {}) =>
    harness.call('POST', '/controllers/import', { apiKey: String(key.secret), body: { csv, ...more } });
  const csv =
    'name,site,vendor,url,credential\nA,here,mikrotik,https://192.0.2.40,Core\nB,here,mikrotik,https://192.0.2.41,Nobody\n';
  const before = await everything();
  t.same(told((await byKey(csv, { dry_run: true })).body.errors), [
    [2, 'credential', 'credential_not_bound'],
    [3, 'credential', 'credential_not_bound'],
  ]);
  t.equal((await byKey(csv)).status, 422);
  t.same(await everything(), before);
  t.match((await byKey('name,site,vendor,url\nBy key,here,mikrotik,https://192.0.2.40\n')).body, {
    created: 1,
  });
});

t.test('who may write no controllers imports none, not even to look', async (t) => {
  for (const role of ['viewer', 'operator', 'site_admin'] as const) {
    const person = await harness.person(role);
    for (const more of [{}, { dry_run: true }])
      t.equal((await bring('name\nMine\n', person, more)).status, 403, role);
  }
});

t.test('people held to sites import at theirs, and nothing of another', async (t) => {
  const held = await heldTo(here, 'admin');
  t.equal((await bring('name\nx\n', await heldTo(here, 'operator'))).status, 403);
  const own = 'name,site,vendor,url\nHeld,here,mikrotik,https://192.0.2.50\n';
  t.match((await bring(own, held)).body, { created: 1 });
  const { id: elsewhere } = await controller('Edge');
  const { id: mine } = await controller('Held');
  const csv = [
    'id,name,site,vendor,url,credential',
    ',There,there,mikrotik,https://192.0.2.51,',
    `,There,${there},mikrotik,https://192.0.2.51,`,
    `${elsewhere},Taken,,,,`,
    `${mine},,there,,,`,
    ',Of all,here,mikrotik,https://192.0.2.52,Core',
    ',Of there,here,mikrotik,https://192.0.2.53,Of there',
  ].join('\n');
  const before = await everything();
  t.same(told((await look(csv, held)).body.errors), [
    [2, 'site', 'not_found'],
    [3, 'site', 'not_found'],
    [4, 'id', 'not_found'],
    [5, 'site', 'not_found'],
    [6, 'credential', 'credential_not_bound'],
    [7, 'credential', 'not_found'],
  ]);
  t.equal((await bring(csv, held)).status, 422);
  t.same(await everything(), before);
});

t.test('a file with more new controllers than the quota leaves room for is refused whole', async (t) => {
  const [{ count }] = await rowsOf(
    'select count(*)::int from controllers where organization_id = $1 and deleted_at is null',
    [organization_id],
  );
  const limit = (quotas: object) =>
    outside.query('update organizations set quotas = $1 where id = $2', [quotas, organization_id]);
  await limit({ controllers: count + 1 });
  const line = (n: number) => `Quota ${n},here,mikrotik,https://192.0.2.60`;
  const csv = `name,site,vendor,url\n${line(1)}\n${line(2)}\n`;
  t.same(told((await look(csv)).body.errors), [[3, null, 'quota_exceeded']]);
  t.equal((await bring(csv)).status, 422);
  t.equal(await controller('Quota 1'), undefined);
  t.match((await bring(`name,site,vendor,url\n${line(1)}\n`)).body, { created: 1 });
  await limit({});
});

t.test('two thousand controllers come in at once, and others keep their turn', async (t) => {
  let round = 0;
  await staysResponsive(t, 'an import of 2,000 controllers', async () => {
    round += 1;
    const lines = Array.from(
      { length: 2_000 },
      (_, n) => `C${round}-${n},here,mikrotik,https://192.0.2.70,Core`,
    );
    const { status, body } = await bring(`name,site,vendor,url,credential\n${lines.join('\n')}\n`);
    t.match([status, body], [200, { created: 2_000 }]);
  });
});
