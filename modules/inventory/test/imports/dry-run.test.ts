import { bootPlatform } from '@patchbay/test/harness';
import pg from 'pg';
import t from 'tap';

const harness = await bootPlatform(t, { work: false });
const owner = await harness.owner();
const site_id = await harness.site(owner, 'Here');
const credential = { name: 'Core', kind: 'password', username: 'u', secret: 'a long secret' };
await harness.created(owner, '/credentials', credential);
const known = { name: 'Known', site_id, vendor: 'mikrotik', url: 'https://192.0.2.1' };
await harness.created(owner, '/controllers', known);
const outside = new pg.Client(harness.databaseUrl);
await outside.connect();
t.teardown(() => outside.end());
await outside.query(
  `insert into devices (id, organization_id, site_id, external_id, name, kind, status, hash, serial)
   values (gen_random_uuid(), $1, $2, 'one', 'One', 'switch', 'online', 'x', 'S1')`,
  [owner.organization_id, site_id],
);

/** Written in the background, of acts that came before. */
const BOOKS = ['sessions', 'audit_heads', 'audit_links', 'audit_pending'];

/** Every row of every other table, as one hash a table; sequences, too. */
async function wholeDatabase(): Promise<Readonly<Record<string, unknown>>> {
  const { rows: tables } = await outside.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname in ('public', 'graphile_worker') and tablename <> all ($1) order by 1`,
    [BOOKS],
  );
  const hashes: Record<string, unknown> = {};
  for (const { name } of tables) {
    const { rows } = await outside.query(
      `select md5(coalesce(string_agg(r::text, E'\\n' order by r::text), '')) as hash from ${name} r`,
    );
    hashes[name] = rows[0].hash;
  }
  const { rows: sequences } = await outside.query(
    'select sequencename, last_value from pg_sequences order by 1',
  );
  return { ...hashes, sequences };
}

const FILES = {
  '/sites/import': ['name,slug\nNew,new\nHere again,here\n', 'name,slgu\n,x\n'],
  '/controllers/import': [
    'name,site,vendor,url,credential\nNew,here,mikrotik,https://192.0.2.2,Core\nKnown,here,,https://192.0.2.3,Core\n',
    'name,site,vendor,url,credential\nNew,nowhere,nobody,x,Nobody\n',
  ],
  '/devices/import': ['serial,name,location,tags\nS1,Renamed,Rack,a;b\n', 'serial,name\nS2,x\nS1,"\n'],
};

t.test('a dry run changes no row of any table, whether the file is good or not', async (t) => {
  for (const [path, files] of Object.entries(FILES))
    for (const [place, csv] of files.entries()) {
      const before = await wholeDatabase();
      const { status, body } = await harness.call('POST', path, { as: owner, body: { csv, dry_run: true } });
      t.equal(status, 200);
      t.equal(body.error_count > 0, place === 1, `${path}: ${JSON.stringify(body.errors)}`);
      t.equal(body.would_create + body.would_update > 0, place === 0);
      t.strictSame(await wholeDatabase(), before, path);
    }
});

t.test('a file with errors changes no row of any table either', async (t) => {
  for (const [path, [, csv]] of Object.entries(FILES)) {
    const before = await wholeDatabase();
    const { status } = await harness.call('POST', path, { as: owner, body: { csv } });
    t.equal(status, 422);
    t.strictSame(await wholeDatabase(), before, path);
  }
});

t.test('what a dry run said is what the file does', async (t) => {
  for (const [path, [csv]] of Object.entries(FILES)) {
    const looked = await harness.call('POST', path, { as: owner, body: { csv, dry_run: true } });
    const done = await harness.call('POST', path, { as: owner, body: { csv } });
    const { would_create, would_update, unchanged, rows } = looked.body;
    t.same(
      done.body,
      { dry_run: false, rows, created: would_create, updated: would_update, unchanged },
      path,
    );
  }
});

t.test('a file that is sent again with its key is imported once', async (t) => {
  const send = () =>
    harness.call('POST', '/sites/import', {
      as: owner,
      body: { csv: 'name\nOnce\n' },
      headers: { 'idempotency-key': 'once' },
    });
  const first = await send();
  t.match(first.body, { created: 1 });
  t.same((await send()).body, first.body);
});
