import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import fc from 'fast-check';
import t from 'tap';
import { systemPrincipal } from '../../../permissions/index.ts';
import { containing, migration, readPage, sql, tenantTable } from '../index.ts';
import { ownDatabase } from './own-database.ts';

const RUNS = 200;
const HERE = '01900000-0000-7000-8000-00000000000a';
const ELSEWHERE = '01900000-0000-7000-8000-00000000000b';

interface Row {
  readonly id: string;
  readonly label: string;
  readonly rank: number | null;
  readonly text: string;
}

const paged = migration(
  'test.001-paged',
  tenantTable('paged', {
    siteColumn: null,
    columns: ['label text not null', 'rank integer', 'text text not null'],
  }),
);

const { database, owner } = await ownDatabase(t, paged);

/** The rows of both organizations become these: what stands elsewhere must never be counted. */
const keep = (rows: readonly Row[]): Promise<unknown> =>
  owner.query({
    text: `with gone as (delete from paged)
      insert into paged (id, organization_id, label, rank, text)
      select case o when $2 then id else gen_random_uuid() end, o, label, rank, text
      from jsonb_to_recordset($1::jsonb) as r (id uuid, label text, rank integer, text text),
        unnest(array[$2, $3]::uuid[]) as o`,
    values: [JSON.stringify(rows), HERE, ELSEWHERE],
  });

interface Query {
  readonly per_page: number;
  readonly sort: string | undefined;
  readonly own: string;
  readonly ties: 'asc' | undefined;
  readonly search: string | undefined;
}

const pageOf = (page: number, { per_page, sort, own, ties, search }: Query) =>
  database.read(systemPrincipal(HERE), ({ sql: trx }) => {
    let found = trx.withTables<{ paged: Row }>().selectFrom('paged');
    if (search !== undefined) found = found.where('text', 'ilike', containing(search));
    return readPage(
      found.select(['id', 'label', 'rank', 'text']),
      { page, per_page, sort },
      { sort: own, ties },
    );
  });

/** Nulls come last when ascending and first when descending, as PostgreSQL has it. */
function compare(one: Row, other: Row, { sort, own, ties }: Query): number {
  const order = sort ?? own;
  const [direction, field] = order.startsWith('-') ? [-1, order.slice(1)] : [1, order];
  const [left, right] = [one, other].map((row) => row[field as keyof Row]);
  if (left !== right) {
    const isBelow = right === null || (left !== null && Number(String(left) < String(right)) === 1);
    return direction * (isBelow ? -1 : 1);
  }
  return (ties === 'asc' ? 1 : direction) * (one.id < other.id ? -1 : 1);
}

/** Few labels and ranks, so that most rows are alike in what they are sorted by; texts of what LIKE minds. */
const row: fc.Arbitrary<Row> = fc.record(
  {
    id: fc.uuid({ version: 7 }),
    label: fc.constantFrom('a', 'b', 'c'),
    rank: fc.option(fc.integer({ min: 0, max: 3 })),
    text: fc.string({ unit: fc.constantFrom('%', '_', '\\', 'a', 'B', 'ß', ' '), maxLength: 6 }),
  },
  { noNullPrototype: true },
);
const rowsOf = fc.uniqueArray(row, { selector: ({ id }) => id, maxLength: 40 });
const order = fc.constantFrom('label', '-label', 'rank', '-rank', 'id', '-id');
const query: fc.Arbitrary<Query> = fc.record({
  per_page: fc.integer({ min: 1, max: 12 }),
  sort: fc.option(order, { nil: undefined }),
  own: order,
  ties: fc.constantFrom('asc' as const, undefined),
  search: fc.option(fc.string({ unit: fc.constantFrom('%', '_', '\\', 'a', 'b', ' '), maxLength: 3 }), {
    nil: undefined,
  }),
});

t.test('pages walked one after another hold every row that is looked for once, in order', async (t) => {
  await t.resolves(
    fc.assert(
      fc.asyncProperty(rowsOf, query, async (rows, asked) => {
        await keep(rows);
        const text = asked.search?.toLowerCase() ?? '';
        const wanted = rows
          .filter((each) => each.text.toLowerCase().includes(text))
          .toSorted((one, other) => compare(one, other, asked));
        const pages = Math.ceil(wanted.length / asked.per_page);
        const walked: Row[] = [];
        for (let page = 1; page <= pages + 1; page += 1) {
          const { items, ...told } = await pageOf(page, asked);
          deepStrictEqual(told, { total: wanted.length, page, per_page: asked.per_page, pages });
          walked.push(...items);
        }
        deepStrictEqual(walked, wanted);
      }),
      { numRuns: RUNS },
    ),
  );
});

t.test('a pattern finds its text as it stands, whatever is in it', async (t) => {
  const text = fc.string({ unit: fc.constantFrom('%', '_', '\\', 'a', "'", '"', '$', '?'), maxLength: 12 });
  await t.resolves(
    fc.assert(
      fc.asyncProperty(text, text, async (whole, part) => {
        const { rows } = await database.read(systemPrincipal(HERE), (unit) =>
          sql<{ found: boolean }>`select ${whole}::text ilike ${containing(part)} as found`.execute(unit.sql),
        );
        strictEqual(rows[0]?.found, whole.includes(part));
      }),
      { numRuns: RUNS * 5 },
    ),
  );
});
