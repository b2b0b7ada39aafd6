import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import t from 'tap';
import { type PageCut, type PageOrder, pageOrdered } from '../index.ts';

const db = new Kysely<{ notes: { id: string; name: string } }>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (own) => new PostgresIntrospector(own),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

function orderOf(sort: string | undefined, order: PageOrder): string {
  const query: PageCut = { page: 3, per_page: 20, sort };
  const { sql, parameters } = pageOrdered(db.selectFrom('notes').select('id'), query, order).compile();
  t.same(parameters, [20, 40], 'the third page of 20');
  return sql.replace(/^.* order by | limit .*$/g, '');
}

t.test('a list is ordered as asked, else by its own order, and ended by id', async (t) => {
  t.equal(orderOf(undefined, { sort: '-created_at' }), '"created_at" desc, "id" desc');
  t.equal(orderOf('name', { sort: '-created_at' }), '"name" asc, "id" asc');
  t.equal(orderOf('-name', { sort: 'name' }), '"name" desc, "id" desc');
});

t.test('ties ascend where a list says so, whatever the direction', async (t) => {
  t.equal(orderOf('-name', { sort: 'name', ties: 'asc' }), '"name" desc, "id" asc');
});

t.test('a join names the table of both columns', async (t) => {
  t.equal(orderOf(undefined, { sort: 'name', table: 'notes' }), '"notes"."name" asc, "notes"."id" asc');
});

t.test('ordering by id needs no second column', async (t) => {
  t.equal(orderOf('-id', { sort: 'id' }), '"id" desc');
});
