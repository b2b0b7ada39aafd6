import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DATABASE, exempt, sql } from '@patchbay/kernel/database';
import { createPlatform } from '@patchbay/kernel/modules';
import { systemPrincipal } from '@patchbay/kernel/permissions';
import pg from 'pg';
import t from 'tap';
import { bootPlatform, cloneDatabase, TEST_SECRET_KEY, urlFor } from '../harness/index.ts';

const INSUFFICIENT_PRIVILEGE = '42501';
const attack = exempt('test.attacks.kernel', 'a test looks across organizations');

t.test('a transaction of the system that the server rolled back is never taken for committed', async (t) => {
  const harness = await bootPlatform(t, { work: false });
  const database = harness.get(DATABASE);
  const outcome = await database
    .asSystem(attack, async (db) => {
      await sql`insert into platform_settings (name, value) values ('attack', '1')`.execute(db);
      await sql`select 1/0`.execute(db).catch(() => {});
      return 'committed';
    })
    .catch(() => 'refused');
  const { rows } = await database.asSystem(attack, (db) =>
    sql`select 1 from platform_settings where name = 'attack'`.execute(db),
  );
  t.equal(outcome, rows.length === 1 ? 'committed' : 'refused', `answered ${outcome}, rows ${rows.length}`);
});

t.test('a start that failed gives the database back', async (t) => {
  const database = await cloneDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'patchbay-'));
  const environment = { DATABASE_URL: database.url, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'error' };
  const wrong = await createPlatform({
    environment: { ...environment, SECRET_KEY: 'another-secret-key-another-secret-key-another-1' },
    work: false,
  }).catch((error: Error) => error.message);
  t.match(wrong, /SECRET_KEY/);
  const admin = new pg.Client({ connectionString: urlFor(database.url, 'postgres') });
  await admin.connect();
  const { rows } = await admin.query(`select application_name from pg_stat_activity where datname = $1`, [
    new URL(database.url).pathname.slice(1),
  ]);
  t.same(rows, [], 'no connection of the failed start is left');
  const again = await createPlatform({
    environment: { ...environment, SECRET_KEY: TEST_SECRET_KEY },
    work: false,
  }).then(
    async (platform) => {
      await platform.stop();
      return 'started';
    },
    (error: Error) => error.message,
  );
  t.equal(again, 'started');
  await admin.end();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

t.test(
  'pooled connections carry no scope, no failure and no statement from one request to the next',
  async (t) => {
    const harness = await bootPlatform(t, { work: false, environment: { DATABASE_POOL_SIZE: '2' } });
    const owner = await harness.owner();
    const other = await harness.organization('Second');
    const database = harness.get(DATABASE);
    const mine = systemPrincipal(owner.organization_id);
    const theirs = systemPrincipal(other);
    const faults = [
      (n: number) =>
        database.read(mine, ({ sql: db }) =>
          sql`select 1/${sql.lit(n - n)} as boom_${sql.raw(String(n))}`.execute(db),
        ),
      (n: number) =>
        database.write(mine, ({ sql: db }) =>
          Promise.all([
            sql`select broken_${sql.raw(String(n))}`.execute(db),
            sql`select ${n}::int as late_${sql.raw(String(n))} from organizations`.execute(db),
          ]),
        ),
      () => database.write(mine, async () => Promise.reject(new Error('handler'))),
      () =>
        database.write(
          mine,
          async ({ sql: db }) => void sql`select pg_sleep(0.02)`.execute(db).catch(() => {}),
        ),
      () =>
        database.read(mine, async ({ sql: db }) =>
          sql`select pg_terminate_backend(pg_backend_pid())`.execute(db),
        ),
      () =>
        database.write(mine, async ({ sql: db }) => {
          await sql`select 1/0`.execute(db).catch(() => {});
          return 1;
        }),
    ];
    const seen: { organization: string; visible: unknown }[] = [];
    const look = async (principal: typeof mine) => {
      const rows = await database.read(principal, async ({ sql: db }) => {
        const { rows } = await sql<{
          organization_id: string;
        }>`select distinct organization_id from users`.execute(db);
        return rows.map((row) => row.organization_id);
      });
      seen.push({ organization: principal.organization_id, visible: rows });
    };
    for (let round = 0; round < 30; round += 1)
      await Promise.allSettled([
        ...faults.map((fault) => fault(round)),
        look(mine),
        look(theirs),
        look(mine),
      ]);
    await look(mine);
    await look(theirs);
    t.ok(seen.length > 20, `${seen.length} reads went through`);
    for (const { organization, visible } of seen)
      t.same(visible, organization === other ? [] : [owner.organization_id]);
    for (let round = 0; round < 30; round += 1) {
      const { rows } = (await database.write(mine, ({ sql: db }) =>
        sql<{ n: number }>`select ${round}::int as late_${sql.raw(String(round))} from organizations`.execute(
          db,
        ),
      )) as { rows: unknown[] };
      t.equal(rows.length, 1);
    }
  },
);

t.test('the second lock holds on every table of organizations without any filter', async (t) => {
  const harness = await bootPlatform(t, { work: false });
  const owner = await harness.owner();
  const other = await harness.organization('Second');
  const foreigner = await harness.person('org_admin', other);
  await harness.site(owner, 'Mine');
  await harness.site(foreigner, 'Theirs');
  const database = harness.get(DATABASE);
  const { rows: tables } = await database.asSystem(attack, (db) =>
    sql<{ name: string; secured: boolean }>`
      select c.relname as name, c.relrowsecurity as secured from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and c.relname <> 'setup_completions' and c.relkind in ('r', 'p') and exists (
        select from pg_attribute a where a.attrelid = c.oid and a.attname = 'organization_id' and not a.attisdropped)
      order by 1`.execute(db),
  );
  t.ok(tables.length > 15);
  for (const { name, secured } of tables) {
    const answer = await database
      .read(systemPrincipal(other), async ({ sql: db }) => {
        const { rows } = await sql<{ organization_id: string }>`
          select distinct organization_id from ${sql.table(name)}`.execute(db);
        return rows.map((row) => row.organization_id).filter((id) => id !== other);
      })
      .catch((error: { code?: string }) => error.code ?? 'another error');
    t.ok(
      (Array.isArray(answer) && answer.length === 0) || answer === INSUFFICIENT_PRIVILEGE,
      `${name} secured=${secured}: ${answer}`,
    );
    const written = await database
      .write(systemPrincipal(other), async ({ sql: db }) => {
        const { numAffectedRows } = await sql`update ${sql.table(name)} set organization_id = organization_id
          where organization_id = ${owner.organization_id}::uuid`.execute(db);
        return Number(numAffectedRows ?? 0);
      })
      .catch(() => 0);
    t.equal(written, 0, `${name} is not written across organizations`);
  }
});
