import { bootPlatform, type Person, staysResponsive } from '@patchbay/test/harness';
import pg from 'pg';
import t from 'tap';

const harness = await bootPlatform(t, {
  work: false,
  checkReplies: true,
  environment: { ENFORCE_ORG_QUOTAS: 'true' },
});
const owner = await harness.owner();
const admin = await harness.person('org_admin');
const operator = await harness.person('operator');
const second = await harness.organization('Second Networks');
const stranger = await harness.person('org_admin', second);
const outside = new pg.Client(harness.databaseUrl);
await outside.connect();
t.teardown(() => outside.end());

const bring = (csv: string, as: Person = admin, more: object = {}) =>
  harness.call('POST', '/sites/import', { as, body: { csv, ...more } });
const look = (csv: string, as: Person = admin) => bring(csv, as, { dry_run: true });
const rowsOf = async (query: string, values: readonly unknown[] = []) =>
  (await outside.query(query, [...values])).rows;
const site = async (slug: string, organization_id = admin.organization_id) => {
  const [row] = await rowsOf(
    `select id, name, slug, description, timezone, address from sites
     where slug = $1 and organization_id = $2 and deleted_at is null`,
    [slug, organization_id],
  );
  return row;
};
const tracesOf = async (id: string) => ({
  records: (await rowsOf('select action from audit_log where target_id = $1 order by id', [id])).map(
    ({ action }) => action,
  ),
  events: (await rowsOf('select event_type from event_log where site_id = $1 order by id', [id])).map(
    ({ event_type }) => event_type,
  ),
});
/** Everything that an import may write, as one hash a table. */
const everything = () =>
  rowsOf(`select
    (select md5(string_agg(s::text, '' order by id)) from sites s) as sites,
    (select count(*) from audit_log where action like any (array['sites.%'])) as records, (select count(*) from event_log) as events`);
type Fault = { row: number; column: string | null; type: string };
const told = (faults: readonly Fault[]) => faults.map(({ row, column, type }) => [row, column, type]);

t.test('new sites are created, known ones changed, and equal ones left alone', async (t) => {
  const csv = [
    'name,slug,description,timezone,address',
    'Harbour,harbour,"North, by the sea",Europe/Berlin,',
    '=1+1,formula,@SUM(A1),,"Line one\nLine two"',
    'Airport,,,,',
  ].join('\r\n');
  const looked = await look(csv);
  t.same(
    [looked.status, looked.body],
    [
      200,
      { dry_run: true, rows: 3, would_create: 3, would_update: 0, unchanged: 0, errors: [], error_count: 0 },
    ],
  );
  const done = await bring(csv);
  t.same([done.status, done.body], [200, { dry_run: false, rows: 3, created: 3, updated: 0, unchanged: 0 }]);
  const harbour = await site('harbour');
  t.match(harbour, {
    name: 'Harbour',
    description: 'North, by the sea',
    timezone: 'Europe/Berlin',
    address: null,
  });
  t.match(await site('formula'), { name: '=1+1', description: '@SUM(A1)', address: 'Line one\nLine two' });
  t.match(await site('airport'), { name: 'Airport', description: null });
  t.same(await tracesOf(harbour.id), { records: ['sites.create'], events: ['site.created'] });

  const before = await everything();
  t.match((await bring(csv)).body, { created: 0, updated: 0, unchanged: 3 });
  t.same(await everything(), before, 'the same file again writes nothing');

  const next = `id,slug,name,address\n${harbour.id.toUpperCase()},port,Port,Quay 1\n,formula,Formula,\n,,Airport,Hall B\n`;
  t.match((await look(next)).body, { would_create: 0, would_update: 3, unchanged: 0, error_count: 0 });
  t.match((await bring(next)).body, { created: 0, updated: 3, unchanged: 0 });
  t.match(await site('port'), {
    id: harbour.id,
    name: 'Port',
    description: 'North, by the sea',
    address: 'Quay 1',
  });
  t.match(
    await site('formula'),
    { name: 'Formula', description: '@SUM(A1)', address: null },
    'an empty cell takes it away',
  );
  t.match(await site('airport'), { address: 'Hall B' });
  t.same(await tracesOf(harbour.id), {
    records: ['sites.create', 'sites.update'],
    events: ['site.created', 'site.updated'],
  });
});

t.test('a dry run writes nothing, and lists all that is wrong by line and column', async (t) => {
  await harness.call('POST', '/sites', { as: admin, body: { name: 'Twin', slug: 'twin-1' } });
  await harness.call('POST', '/sites', { as: admin, body: { name: 'Twin', slug: 'twin-2' } });
  const twin = await site('twin-1');
  const csv = [
    'id,name,slug,timezone,adress',
    ',Fine,fine-1,Europe/Berlin,x',
    ',,no-name,,x',
    ',Bad slug,Bad Slug,,x',
    ',Bad zone,zone-1,Mars/Olympus,x',
    `,${'x'.repeat(10_000)},long-1,Nowhere,x`,
    '00000000-0000-7000-8000-000000000000,Nothing,,,x',
    'no-id,Something,,,x',
    ',Twin,,,x',
    ',First,same-1,,x',
    ',Second,same-1,,x',
    ',Named,,,x',
    ',Named,,,x',
    `${twin.id},Twin,twin-2,,x`,
    `${twin.id},Twin,twin-1,,x`,
    ',"[redacted]",red-1,,x',
    ',short',
    ',Quote,q"1,,x',
  ].join('\n');
  const before = await everything();
  const { status, body } = await look(csv);
  t.equal(status, 200);
  t.same(told(body.errors), [
    [1, 'adress', 'unknown_column'],
    [3, 'name', 'required'],
    [4, 'slug', 'pattern'],
    [5, 'timezone', 'format'],
    [6, 'name', 'too_long'],
    [6, 'timezone', 'format'],
    [7, 'id', 'not_found'],
    [8, 'id', 'format'],
    [9, 'name', 'ambiguous'],
    [11, 'slug', 'duplicate'],
    [13, 'name', 'duplicate'],
    [14, 'slug', 'slug_taken'],
    [15, 'id', 'duplicate'],
    [16, 'name', 'redacted'],
    [17, null, 'cells'],
    [18, 'slug', 'syntax'],
  ]);
  t.same([body.error_count, body.rows, body.would_create], [16, 17, 3]);
  t.match(body.errors[0].message, /did you mean "address"/);
  const refused = await bring(csv);
  t.equal(refused.status, 422);
  t.match(refused.body.error.message, /Nothing was imported: the file has 16 errors/);
  t.same(
    refused.body.error.details.map(({ field, type }: { field: string; type: string }) => [field, type]),
    told(body.errors).map(([row, column, type]) => [
      column === null ? `rows.${row}` : `rows.${row}.${column}`,
      type,
    ]),
  );
  t.same(await everything(), before, 'neither wrote anything');
});

t.test(
  'a misspelt heading of what every record needs is told once, and not again in every line',
  async (t) => {
    const { body } = await look('nmae,slug\nA,a-1\nB,b-1\n');
    t.same(told(body.errors), [[1, 'nmae', 'unknown_column']]);
    t.equal((await bring('nmae,slug\nA,a-1\nB,b-1\n')).status, 422);
    t.same(told((await look('slug\na-1\n')).body.errors), [[2, 'name', 'required']]);
  },
);

t.test('an error in the last line undoes all of them', async (t) => {
  const before = await everything();
  t.equal((await bring('name,slug\nA,undone-1\nB,undone-2\n,undone-3\n')).status, 422);
  t.same(await everything(), before);
});

t.test('sites of another organization are as none', async (t) => {
  await harness.call('POST', '/sites', { as: stranger, body: { name: 'Abroad', slug: 'abroad' } });
  const abroad = await site('abroad', second);
  const byId = await look(`id,name\n${abroad.id},Taken\n`);
  t.same(told(byId.body.errors), [[2, 'id', 'not_found']]);
  t.match((await bring('name,slug\nOurs,abroad\n')).body, { created: 1, updated: 0 });
  t.match(await site('abroad', second), { name: 'Abroad' });
  t.match(await site('abroad'), { name: 'Ours' });
});

t.test('whoever may write no sites imports none, not even to look', async (t) => {
  for (const more of [{}, { dry_run: true }])
    t.equal((await bring('name\nMine\n', operator, more)).status, 403);
});

t.test('people held to sites change theirs, create none, and learn nothing of others', async (t) => {
  await bring('name,slug\nHere,here\nThere,there\n');
  const [here, there] = [await site('here'), await site('there')];
  const held = await harness.person('org_admin');
  await harness.call('POST', `/organizations/${admin.organization_id}/site-access`, {
    as: owner,
    body: { user_id: held.user_id, site_id: here.id },
  });
  t.match((await bring('slug,name,address\nhere,Here again,Quay\n', held)).body, { updated: 1 });
  t.match(await site('here'), { name: 'Here again', address: 'Quay' });
  const before = await everything();
  const csv = `id,slug,name\n${there.id},,Taken\n,there,Taken\n,new-1,New\n${here.id},there,Moved\n${here.id},free-1,x\n`;
  const { body } = await look(csv, held);
  t.same(told(body.errors), [
    [2, 'id', 'not_found'],
    [3, null, 'held_to_sites'],
    [4, null, 'held_to_sites'],
    [5, 'slug', 'slug_taken'],
    [5, 'slug', 'duplicate'],
    [6, 'id', 'duplicate'],
  ]);
  t.equal((await bring(csv, held)).status, 422);
  t.same(await everything(), before);
});

t.test('a file with more new sites than the quota leaves room for is refused whole', async (t) => {
  const [{ count }] = await rowsOf(
    'select count(*)::int from sites where organization_id = $1 and deleted_at is null',
    [admin.organization_id],
  );
  const limited = (sites: number | null) =>
    outside.query('update organizations set quotas = $1 where id = $2', [
      sites === null ? {} : { sites },
      admin.organization_id,
    ]);
  await limited(count + 2);
  const csv = 'name,slug\nA,quota-1\nB,quota-2\nC,quota-3\nD,quota-4\n';
  const looked = await look(csv);
  t.same(told(looked.body.errors), [[4, null, 'quota_exceeded']]);
  t.match(looked.body.errors[0].message, /room for 2 more sites/);
  t.equal((await bring(csv)).status, 422);
  t.equal(await site('quota-1'), undefined);
  t.match((await bring('name,slug\nA,quota-1\nB,quota-2\n')).body, { created: 2 });
  t.same(told((await look('name\nOne more\n')).body.errors), [[2, null, 'quota_exceeded']]);
  await limited(null);
});

t.test('a body that is none of a file is refused', async (t) => {
  for (const body of [
    {},
    { csv: 7 },
    { csv: 'name\nA\n', dry_run: 'yes' },
    { csv: 'name\nA\n', site_id: 'x' },
    { csv: 'name\nA\u0000\n' },
    { csv: 'name\nA\ud800\n' },
    { csv: '[redacted]' },
  ])
    t.equal(
      (await harness.call('POST', '/sites/import', { as: admin, body })).status,
      422,
      JSON.stringify(body),
    );
  t.equal((await bring(`name\n${'x'.repeat(1_100_000)}`)).status, 413);
});

t.test('two imports of the same new sites at once create them once', async (t) => {
  const csv = `name,slug\n${Array.from({ length: 50 }, (_, n) => `Race ${n},race-${n}`).join('\n')}\n`;
  const answers = await Promise.all([bring(csv), bring(csv)]);
  for (const { status } of answers) t.ok([200, 409].includes(status), `${status}`);
  const [{ count }] = await rowsOf(
    `select count(*)::int from sites where slug like 'race-%' and deleted_at is null`,
  );
  t.equal(count, 50);
});

t.test('two thousand sites come in at once, and others keep their turn', async (t) => {
  let round = 0;
  await staysResponsive(t, 'an import of 2,000 sites', async () => {
    round += 1;
    const lines = Array.from(
      { length: 2_000 },
      (_, n) => `Large ${round}-${n},large-${round}-${n},"Some, text"`,
    );
    const startedMs = performance.now();
    const { status, body } = await bring(`name,slug,description\n${lines.join('\n')}\n`);
    t.comment(`round ${round}: ${Math.round(performance.now() - startedMs)} ms`);
    t.match([status, body], [200, { created: 2_000 }]);
  });
});
