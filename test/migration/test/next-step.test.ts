import { defineTable, p, rowSecurity, type TableDeclaration } from '@patchbay/kernel/database';
import type { ModuleDeclaration } from '@patchbay/kernel/modules';
import { cloneDatabase } from '@patchbay/test/harness';
import t from 'tap';
import { ownModules } from '../../openapi/documents.ts';
import { nextStep } from '../next-step.ts';

const modules = await ownModules();

async function stepFor(
  id: string,
  change: (tables: readonly TableDeclaration[]) => readonly TableDeclaration[],
) {
  const databases = [await cloneDatabase(), await cloneDatabase()] as const;
  const changed = modules.map(
    (module): ModuleDeclaration =>
      module.id === id ? { ...module, entities: change(module.entities ?? []) } : module,
  );
  const module = changed.find((each) => each.id === id);
  if (module === undefined) throw new Error(`no module ${id}`);
  try {
    return await nextStep({ migratedUrl: databases[0].url, declaredUrl: databases[1].url }, changed, module);
  } finally {
    for (const { drop } of databases) await drop();
  }
}

/** The tables with one of them declared otherwise. */
const redeclared =
  (name: string, change: (shape: TableDeclaration['shape']) => Partial<TableDeclaration['shape']>) =>
  (tables: readonly TableDeclaration[]): readonly TableDeclaration[] =>
    tables.map((table) =>
      table.name === name ? defineTable(name, { ...table.shape, ...change(table.shape) }) : table,
    );

t.test('tables as their steps made them need no step', async (t) => {
  t.same(await stepFor('vpn', (tables) => tables), { statements: [], left: [] });
});

t.test('a new column, index and unique constraint are added', async (t) => {
  const step = await stepFor(
    'organizations',
    redeclared('sites', ({ columns, indexes = [], constraints = [] }) => ({
      columns: { ...columns, floors: p.integer().default(1), color: p.string().nullable() },
      indexes: [...indexes, 'create index sites_floors on sites (floors) where deleted_at is null'],
      constraints: [...constraints, 'constraint sites_color unique (organization_id, color)'],
    })),
  );
  t.same(step, {
    statements: [
      'alter table sites add floors int4 not null default 1, add color text null',
      'alter table sites add constraint sites_color unique (organization_id, color)',
      'create index sites_floors on sites (floors) where deleted_at is null',
    ],
    left: [],
  });
});

t.test('a word more in a check, and a column that may be null', async (t) => {
  const step = await stepFor(
    'inventory',
    redeclared('devices', ({ columns, constraints = [] }) => ({
      columns: { ...columns, kind: p.string().nullable() },
      constraints: constraints.map((each) => each.replace(`'offline'`, `'offline', 'asleep'`)),
    })),
  );
  t.same(step, {
    statements: [
      'alter table devices drop constraint devices_status_check',
      'alter table devices alter column kind drop not null',
      `alter table devices add constraint devices_status_check check (status in ('online', 'offline', 'asleep'))`,
    ],
    left: [],
  });
});

t.test('a lock that becomes stricter, and rights that go', async (t) => {
  const step = await stepFor(
    'vpn',
    redeclared('vpn_tunnel_states', () => ({
      lock: rowSecurity('vpn_tunnel_states', 'controller_id', 'select, insert'),
    })),
  );
  t.same(step, {
    statements: [
      'drop policy tenant on vpn_tunnel_states',
      rowSecurity('vpn_tunnel_states', 'controller_id')[1],
      'revoke delete on vpn_tunnel_states from patchbay_app',
      'revoke update on vpn_tunnel_states from patchbay_app',
    ],
    left: [],
  });
});

t.test('a new table comes whole, and one that is declared no more goes', async (t) => {
  const racks = defineTable('racks', {
    columns: {
      id: p.uuid().primary(),
      organization_id: p.uuid(),
      name: p.string(),
      to: p.string().nullable(),
    },
    lock: rowSecurity('racks', null),
    constraints: ['foreign key (organization_id) references organizations (id)', `check (name <> '')`],
    indexes: ['create index racks_name on racks (name)'],
  });
  const { statements, left } = await stepFor('vpn', () => [racks]);
  t.same(left, []);
  t.equal(
    statements[0],
    `create table racks (
  id uuid not null,
  organization_id uuid not null,
  name text not null,
  "to" text,
  primary key (id),
  check (name <> '')
)`,
  );
  t.same(statements.slice(1), [
    ...rowSecurity('racks', null),
    'create index racks_name on racks (name)',
    'alter table racks add foreign key (organization_id) references organizations (id)',
    'drop table if exists vpn_tunnel_states cascade',
  ]);
});
