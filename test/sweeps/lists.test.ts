import t from 'tap';
import { isList, pathOf, type Swept, target } from './support/routes.ts';
import type { FieldSource } from './support/schema.ts';
import { some } from './support/some.ts';
import { bootWorld, populate } from './support/world.ts';

/** Holds the two characters that LIKE takes for wildcards, and nothing else in the data does. */
const LITERAL = '100%_of';
const world = await bootWorld(t);
const { harness, owner, routes } = world;
let names = 0;

const literalNames: FieldSource = (field, { type, format, pattern, maxLength = 100, enum: words }) => {
  if (field !== 'name' || type !== 'string' || format || words || maxLength < 20) return undefined;
  names += 1;
  const text = `${LITERAL} ${names}`;
  return pattern === undefined || new RegExp(pattern, 'u').test(text) ? text : undefined;
};

const pool = await populate(t, world, owner);
await populate(t, world, owner, literalNames);

const lists = routes.filter((swept) => isList(swept) && !swept.isPublic);
const list = (swept: Swept, query: string) =>
  harness.call('GET', target(`${pathOf(swept, pool.valuesFor(swept))}?${query}`), { as: owner });

/** Lists below something that could not be made here answer 404, those read from a device 502: they tell nothing. */
async function reachable(): Promise<readonly Swept[]> {
  const answers: { swept: Swept; answer: Awaited<ReturnType<typeof list>> }[] = [];
  for (const swept of lists) answers.push({ swept, answer: await list(swept, '') });
  for (const { swept, answer } of answers)
    t.ok(
      answer.status === 200 || ([404, 502].includes(answer.status) && swept.parameters.length > 0),
      `${swept.name} answers ${answer.status}`,
    );
  return answers.filter(({ answer }) => answer.status === 200).map(({ swept }) => swept);
}
const open = await reachable();

t.test('every list answers the envelope, and its numbers agree', async (t) => {
  t.ok(open.length > 5);
  for (const swept of some('lists 1', open)) {
    const { body } = await list(swept, 'per_page=1');
    t.same(
      [body.page, body.per_page, body.pages, body.items.length],
      [1, 1, body.total, Math.min(1, body.total)],
      swept.name,
    );
  }
});

t.test('pages do not overlap, and the one after the last is empty', async (t) => {
  for (const swept of some('lists 2', open)) {
    const [first, second] = [await list(swept, 'per_page=1&page=1'), await list(swept, 'per_page=1&page=2')];
    if (second.body.items.length > 0) t.notSame(first.body.items[0], second.body.items[0], swept.name);
    const beyond = await list(swept, 'per_page=1&page=100000');
    t.same([beyond.status, beyond.body.items], [200, []], swept.name);
    t.equal(beyond.body.total, first.body.total, `${swept.name} counts alike`);
  }
});

t.test('page and per_page hold their bounds', async (t) => {
  for (const swept of some('lists 3', open)) {
    const most = swept.query?.properties?.['per_page']?.maximum;
    t.type(most, 'number', `${swept.name} declares a cap`);
    const accepted = await list(swept, `per_page=${most}`);
    t.same([accepted.status, accepted.body.per_page], [200, most], swept.name);
    const refused = [
      `per_page=${Number(most) + 1}`,
      'per_page=0',
      'per_page=-1',
      'per_page=ten',
      'per_page=1.5',
      'page=0',
      'page=-1',
      'page=',
      'page=1&page=2',
      'page=9999999999999999999',
    ];
    for (const query of refused) t.equal((await list(swept, query)).status, 422, `${swept.name}?${query}`);
  }
});

t.test('every sort that a list names works, and no other', async (t) => {
  for (const swept of some('lists 4', open)) {
    for (const word of swept.query?.properties?.['sort']?.enum ?? [])
      t.equal((await list(swept, `sort=${word}`)).status, 200, `${swept.name}?sort=${word}`);
    for (const word of ['password_hash', 'id;drop', '--name', ''])
      t.equal(
        (await list(swept, `sort=${encodeURIComponent(word)}`)).status,
        422,
        `${swept.name}?sort=${word}`,
      );
  }
});

t.test('percent and underscore are searched for as they are', async (t) => {
  let literal = 0;
  for (const swept of open.filter(({ query }) => query?.properties?.['search'])) {
    const all = await list(swept, 'per_page=100');
    const named = all.body.items.filter(({ name }: { name?: unknown }) => String(name).includes(LITERAL));
    literal += named.length;
    const strays: unknown[] = [];
    const missed: unknown[] = [];
    for (const word of ['%', '_', '%_', '100%_OF']) {
      const { body } = await list(swept, `per_page=100&search=${encodeURIComponent(word)}`);
      strays.push(...body.items.filter((item: object) => !holds(item, word)));
      missed.push(
        ...named.filter(
          ({ id }: { id: string }) => !body.items.some((item: { id: string }) => item.id === id),
        ),
      );
    }
    t.same({ strays, missed }, { strays: [], missed: [] }, swept.name);
  }
  t.ok(literal > 0, 'some list holds such names');
});

const holds = (item: object, word: string): boolean =>
  Object.values(item).some((value) =>
    JSON.stringify(value ?? '')
      .toLowerCase()
      .includes(word.toLowerCase()),
  );

t.test('a search with a backslash, a quote or a NUL breaks nothing', async (t) => {
  for (const swept of some(
    'lists 6',
    open.filter(({ query }) => query?.properties?.['search']),
  ))
    for (const [word, wanted] of [
      ['\\', 200],
      ["'", 200],
      ['"', 200],
      ['\u0000', 422],
      ['x'.repeat(5_000), 422],
    ] as const)
      t.equal(
        (await list(swept, `search=${encodeURIComponent(word)}`)).status,
        wanted,
        `${swept.name}?search=${word.slice(0, 5)}`,
      );
});
