import t from 'tap';
import { PLATFORM_TABLES } from './support/platform-tables.ts';
import { Rows } from './support/rows.ts';
import { SITELESS_TABLES } from './support/siteless-tables.ts';
import { bootWorld, populate } from './support/world.ts';

const UNGUARDED = Object.values(SITELESS_TABLES).flat();

const world = await bootWorld(t);
const { harness, owner } = world;
await populate(t, world, owner);
const stranger = await harness.person('org_admin', await harness.organization('Second Networks'));
await populate(t, world, stranger);
const rows = await Rows.open(harness.databaseUrl, t);
const tables = await rows.tables();
const tenant = tables.filter(({ name }) => !(name in PLATFORM_TABLES));

t.test('every table outside row-level security stands in the written list, and no other', async (t) => {
  const outside = tables.filter(({ hasRowSecurity }) => !hasRowSecurity);
  t.same(outside.map(({ name }) => name).sort(), Object.keys(PLATFORM_TABLES).sort());
});

t.test('a table outside row-level security grants the application what the list says', async (t) => {
  const actions = ['delete', 'insert', 'select', 'truncate', 'update'];
  for (const [name, { grants }] of Object.entries(PLATFORM_TABLES)) {
    const held = await rows.query<{ action: string }>(
      `select action from unnest($2::text[]) action where has_table_privilege('patchbay_app', $1, action) order by 1`,
      [name, actions],
    );
    t.same(
      held.map(({ action }) => action),
      grants,
      name,
    );
  }
});

t.test('text that every organization can read is of a package or of fixed words', async (t) => {
  for (const [name, { grants, texts = {} }] of Object.entries(PLATFORM_TABLES)) {
    if (!grants.includes('select')) continue;
    const found = await rows.query<{ column: string; is_checked: boolean }>(
      `select a.attname as column, exists (
         select from pg_constraint c where c.conrelid = a.attrelid and c.contype = 'c' and c.conkey = array[a.attnum]
       ) as is_checked
       from pg_attribute a where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped
         and a.atttypid in ('text'::regtype, 'varchar'::regtype, 'json'::regtype, 'jsonb'::regtype)`,
      [name],
    );
    t.same(found.map(({ column }) => column).sort(), Object.keys(texts).sort(), name);
    for (const { column, is_checked } of found)
      t.equal(is_checked, texts[column] === 'fixed words', `${name}.${column}`);
  }
});

t.test('every table of organizations is under row-level security for the application', async (t) => {
  for (const { name, hasRowSecurity, policies } of tenant) {
    t.ok(hasRowSecurity, `${name} has row-level security`);
    const mine = policies.filter(({ role }) => role === 'patchbay_app' || role === 'public');
    t.equal(mine.length > 0, true, `${name} has a policy for the application`);
    for (const { uses, checks } of mine)
      t.ok(
        `${uses ?? checks}`.includes('app_organization_id'),
        `${name}: a policy that asks for the organization: ${uses}`,
      );
    t.notOk(
      policies.some(({ role }) => role === 'public'),
      `${name} has no policy for everybody`,
    );
  }
});

t.test('the application owns no table, and may not walk past its policies', async (t) => {
  const owners = await rows.query(
    `select tablename from pg_tables where schemaname = 'public' and tableowner like 'patchbay\\_%'`,
  );
  t.same(owners, []);
  const roles = await rows.query(
    `select rolname from pg_roles where rolname like 'patchbay%' and (rolsuper or rolbypassrls)`,
  );
  t.same(roles, []);
});

t.test('every entity names a table of the database, with no column too many', async (t) => {
  const byName = new Map(tables.map((table) => [table.name, table]));
  for (const { id, entities = [] } of harness.platform.modules)
    for (const entity of entities) {
      const table = byName.get(entity.name);
      t.ok(table, `${id}: ${entity.name} is there`);
      const unknown = Object.keys(entity.shape.columns).filter((name) => !table?.columns.includes(name));
      t.same(unknown, [], `${id}: ${entity.name}`);
    }
});

t.test('without a scope the application sees no row, and with one only its own', async (t) => {
  const columnOf = (name: string): string => (name === 'organizations' ? 'id' : 'organization_id');
  for (const { name } of tenant) {
    const readable = await rows.query<{ may: boolean }>(
      `select has_table_privilege('patchbay_app', $1, 'select') as may`,
      [name],
    );
    if (!readable[0]?.may) continue;
    await rows.query('begin');
    await rows.query('set local role patchbay_app');
    t.same(await rows.query(`select 1 from ${name} limit 1`), [], `${name} without a scope`);
    await rows.query(`select set_config('app.organization_id', $1, true)`, [stranger.organization_id]);
    const others = await rows.query(
      `select 1 from ${name} where ${columnOf(name)} is distinct from $1 limit 1`,
      [stranger.organization_id],
    );
    t.same(others, [], `${name} in the scope of one organization`);
    await rows.query('rollback');
  }
});

t.test('the application cannot write a row for another organization', async (t) => {
  for (const { name, columns } of tenant.filter(({ columns }) => columns.includes('organization_id'))) {
    const writable = await rows.query<{ may: boolean }>(
      `select has_table_privilege('patchbay_app', $1, 'update') as may`,
      [name],
    );
    if (!writable[0]?.may || columns.length === 0) continue;
    await rows.query('begin');
    await rows.query('set local role patchbay_app');
    await rows.query(`select set_config('app.organization_id', $1, true)`, [stranger.organization_id]);
    const move = rows.query(`update ${name} set organization_id = $1 returning 1`, [owner.organization_id]);
    const outcome = await move.then(
      (moved) => moved.length,
      () => 'refused',
    );
    t.ok(outcome === 'refused' || outcome === 0, `${name}: ${outcome}`);
    await rows.query('rollback');
  }
});

t.test('people held to sites cannot write rows of no site past their routes either', async (t) => {
  const found = await rows.query<{ name: string }>(
    `select distinct tablename as name from pg_policies where policyname like 'held\\_%' and permissive = 'RESTRICTIVE'
     order by 1`,
  );
  const names = found.map(({ name }) => name);
  t.strictSame(
    UNGUARDED.filter((name) => names.includes(name)),
    [],
    'the written list holds no table that is guarded',
  );
  const siteless = tables.filter(
    ({ name, columns }) =>
      columns.includes('organization_id') && !columns.includes('site_id') && !(name in PLATFORM_TABLES),
  );
  t.strictSame(
    siteless.map(({ name }) => name).filter((name) => !names.includes(name) && !UNGUARDED.includes(name)),
    [],
  );
});
