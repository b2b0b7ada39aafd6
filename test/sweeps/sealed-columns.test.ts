import { SEALED_COLUMNS, type SealedColumn, SecretBox } from '@patchbay/kernel/secrets';
import { contributedCommands } from '@patchbay/operator/command-line';
import t from 'tap';
import { TEST_SECRET_KEY } from '../harness/index.ts';
import { Rows } from './support/rows.ts';
import { bootWorld, populate } from './support/world.ts';

const world = await bootWorld(t);
const { harness, owner } = world;
await populate(t, world, owner);
const rows = await Rows.open(harness.databaseUrl, t);
const modules = harness.platform.modules;
const declared = modules.flatMap(({ contributes = [] }) =>
  contributes
    .filter(({ point }) => point === SEALED_COLUMNS.id)
    .map((contribution) => ({
      id_column: 'id',
      organization_column: 'organization_id',
      ...(contribution.create({}) as SealedColumn),
    })),
);
const { keyId } = new SecretBox({ current: TEST_SECRET_KEY, previous: [] });

const columns = await rows.query<{ table: string; column: string; type: string }>(`
  select c.table_name as table, c.column_name as column, c.data_type as type from information_schema.columns c
  join information_schema.tables t using (table_schema, table_name)
  where c.table_schema = 'public' and t.table_type = 'BASE TABLE' order by 1, 2`);

t.test('every declared column of envelopes is there, as text, with what names its row', async (t) => {
  const types = new Map(columns.map(({ table, column, type }) => [`${table}.${column}`, type]));
  t.ok(declared.length > 3);
  for (const { table, column, id_column, organization_column, sealed_for } of declared) {
    t.equal(types.get(`${table}.${column}`), 'text', `${table}.${column}`);
    for (const other of [id_column, organization_column, sealed_for?.row_id_column])
      if (other !== undefined && other !== null)
        t.equal(types.get(`${table}.${other}`), 'uuid', `${table}.${other}`);
  }
});

t.test('no table holds an envelope in a column that a change of SECRET_KEY would not know', async (t) => {
  const known = new Set(declared.map(({ table, column }) => `${table}.${column}`));
  for (const { table, column, type } of columns) {
    if (known.has(`${table}.${column}`) || !/^(text|character varying|json|jsonb|ARRAY)$/.test(type))
      continue;
    const found = await rows.query(`select 1 from "${table}" where "${column}"::text like $1 limit 1`, [
      `%v1.${keyId.replace(/_/g, '\\_')}.%`,
    ]);
    t.same(found, [], `${table}.${column} is declared in SEALED_COLUMNS, or holds no envelope`);
  }
});

t.test('every envelope of a declared column opens in the place that is declared for it', async (t) => {
  const box = new SecretBox({ current: TEST_SECRET_KEY, previous: [] });
  for (const { table, column, id_column, organization_column, sealed_for } of declared) {
    const found = await rows.query<{ envelope: string; row_id: string; organization_id: string | null }>(
      `select "${column}" as envelope, "${sealed_for?.row_id_column ?? id_column}" as row_id,
         ${organization_column === null ? 'null' : `"${organization_column}"`} as organization_id
       from "${table}" where "${column}" is not null limit 20`,
    );
    for (const { envelope, row_id, organization_id } of found)
      t.doesNotThrow(
        () => box.open(envelope, { table: sealed_for?.table ?? table, row_id, organization_id }),
        `${table}.${column} of ${row_id}`,
      );
  }
});

t.test(
  'every command has a name of its own, what it depends on, and takes no secret as an argument',
  async (t) => {
    const commands = contributedCommands(
      modules.map((declaration) => ({ declaration, file: declaration.id })),
    );
    const names = commands.map(({ name }) => name);
    t.equal(new Set(names).size, names.length);
    for (const { name, needs, deps = {}, options = [], arguments: words = [] } of commands) {
      if (needs === 'platform')
        for (const wanted of Object.values<never>(deps)) t.doesNotThrow(() => harness.get(wanted), name);
      for (const each of [...options, ...words])
        t.notMatch(each.name, /password|secret|token|key$/, `${name}: ${each.name} is no secret`);
    }
  },
);
