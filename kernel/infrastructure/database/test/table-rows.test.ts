import type { Generated } from 'kysely';
import t from 'tap';
import { defineError, PatchbayError } from '../../../errors/index.ts';
import { systemPrincipal } from '../../../permissions/index.ts';
import { etagOf, migration, TableRows, tenantTable, type UnitOfWork } from '../index.ts';
import { ownDatabase } from './own-database.ts';

declare module '../tables/tables.ts' {
  interface Tables {
    test_racks: {
      id: string;
      organization_id: string;
      name: string;
      room: string;
      note: Generated<string>;
      created_at: Generated<string>;
      updated_at: Generated<string>;
      deleted_at: Generated<string | null>;
    };
  }
}

const ALPHA = systemPrincipal('01900000-0000-7000-8000-00000000000a');
const BETA = systemPrincipal('01900000-0000-7000-8000-00000000000b');
const QUERY = { page: 1, per_page: 50 };
const idOf = (number: number) => `01900000-0000-7000-8000-0000000000d${number}`;

const table = migration(
  'test.001-racks',
  tenantTable('test_racks', {
    siteColumn: null,
    columns: [
      'name text not null',
      'room text not null',
      `note text not null default 'kept to itself'`,
      'constraint test_racks_name unique (organization_id, name)',
    ],
  }),
);
const nameTaken = defineError({ id: 'test.name_taken', kind: 'conflict', message: 'Taken.' });
const tooMany = defineError({ id: 'test.too_many', kind: 'conflict', message: 'Too many.' });
const racks = new TableRows('test_racks', {
  columns: ['id', 'name', 'room', 'updated_at'],
  searched: ['name', 'room'],
  sort: 'name',
  taken: { test_racks_name: nameTaken },
});

const { database } = await ownDatabase(t, table);
const refusalOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof PatchbayError ? error.id : error),
  );
const add = (number: number, name: string, room = 'cellar', principal = ALPHA) =>
  database.write(principal, (work) => racks.add(work, { id: idOf(number), name, room }));
const write = <T>(work: (unit: UnitOfWork) => Promise<T>) => database.write(ALPHA, work);
const names = async (query: object = {}, only = {}) => {
  const page = await database.read(ALPHA, (unit) => racks.page(unit, { ...QUERY, ...query }, only));
  return [page.total, ...page.items.map(({ name }) => name)];
};

t.test('a row is added to the organization of the unit, and shown with its columns alone', async (t) => {
  const row = await add(1, 'b-1');
  t.same(row, { id: idOf(1), name: 'b-1', room: 'cellar', updated_at: row.updated_at });
  await add(2, 'a-2', 'attic');
  await add(3, 'of-beta', 'cellar', BETA);
  t.same(await database.read(ALPHA, (unit) => racks.get(unit, idOf(1))), row);
  t.equal(await refusalOf(database.read(ALPHA, (unit) => racks.get(unit, idOf(3)))), 'kernel.not_found');
});

t.test('a list is searched, narrowed and sorted', async (t) => {
  t.same(await names(), [2, 'a-2', 'b-1']);
  t.same(await names({ sort: '-name' }), [2, 'b-1', 'a-2']);
  t.same(await names({ search: 'ATT' }), [1, 'a-2'], 'by any of its columns');
  t.same(await names({ search: '%' }), [0], 'literally');
  t.same(await names({}, { room: 'cellar', name: undefined }), [1, 'b-1']);
});

t.test('a value that another row has is refused by the name of its constraint', async (t) => {
  t.equal(await refusalOf(add(4, 'b-1')), 'test.name_taken');
  t.equal(await refusalOf(write((work) => racks.change(work, idOf(2), { name: 'b-1' }))), 'test.name_taken');
  t.equal(await refusalOf(add(1, 'c-1')), 'kernel.conflict', 'other constraints keep their meaning');
});

t.test('a change asks for the state that was seen, and gives it a new one', async (t) => {
  const { updated_at } = await database.read(ALPHA, (unit) => racks.get(unit, idOf(1)));
  const change = (if_match: string | null) =>
    write(async (work) => {
      await racks.hold(work, idOf(1), if_match);
      return racks.change(work, idOf(1), { room: 'hall' });
    });
  const changed = await change(etagOf(updated_at));
  t.match(changed, { name: 'b-1', room: 'hall' });
  t.equal(await refusalOf(change(etagOf(updated_at))), 'kernel.precondition_failed');
  t.match(await change(null), { room: 'hall' });
});

t.test('a row that is not there is not held', async (t) => {
  t.equal(await refusalOf(write((work) => racks.hold(work, idOf(9)))), 'kernel.not_found');
});

t.test('room is counted over all rows that are there', async (t) => {
  t.equal(await refusalOf(write((work) => racks.assertRoom(work, 3, tooMany))), null);
  t.equal(await refusalOf(write((work) => racks.assertRoom(work, 2, tooMany))), 'test.too_many');
});

t.test('a removed row is not found, listed, held or counted', async (t) => {
  await write((work) => racks.remove(work, idOf(2), { note: 'gone' }));
  t.same(await names(), [1, 'b-1']);
  t.equal(await refusalOf(write((work) => racks.get(work, idOf(2)))), 'kernel.not_found');
  t.equal(await refusalOf(write((work) => racks.hold(work, idOf(2)))), 'kernel.not_found');
  t.equal(await write((work) => racks.count(work)), 1);
});
