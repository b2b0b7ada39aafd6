import { randomUUID } from 'node:crypto';
import t from 'tap';
import { fillTables } from './support/fill.ts';
import { isList, pathOf, type Swept, target } from './support/routes.ts';
import { Rows } from './support/rows.ts';
import type { FieldSource } from './support/schema.ts';
import { some } from './support/some.ts';
import { bootWorld, populate } from './support/world.ts';
import { ORGANIZATION_WIDE, WITHOUT_ROWS } from './support/written-lists.ts';

type Item = Readonly<Record<string, unknown>>;

const world = await bootWorld(t);
const { harness, owner, routes } = world;

/** Every text of its own, so that each stands in one row. */
const ownTexts: FieldSource = (field, { type, format, pattern, maxLength = 100, enum: words }) => {
  if (!['name', 'reason', 'title', 'description'].includes(field) || type !== 'string') return undefined;
  const text = `own ${randomUUID().slice(0, 30)}`;
  const fits = pattern === undefined || new RegExp(pattern, 'u').test(text);
  return !(format || words) && fits && maxLength >= 40 ? text : undefined;
};

const pool = await populate(t, world, owner, ownTexts);
const first = String(pool.idOf('site'));
const second = await harness.site(owner, 'Second site');
await populate(t, world, owner, (field, schema) => (field === 'site_id' ? second : ownTexts(field, schema)));
for (const name of ['north', 'south']) {
  await addAutomation(name);
  const body = { name: `${name} routers`, kind: 'password', username: name, secret: 'kept' };
  await harness.call('POST', '/credentials', { as: owner, body });
}
const rows = await Rows.open(harness.databaseUrl, t);
await fillTables(rows, owner.organization_id, pool, 2);
/** What a made-up row cannot guess: words of a closed set, whose inbox, and steps as runs have them. */
for (const statement of [
  `update connection_runs set status = 'failed', dead_letter = 'open', reason = 'step_failed',
     steps = jsonb_build_array(jsonb_build_object('operation_id', 'sweep.' || id, 'status', 'failed', 'input', null,
       'output', null, 'error', null, 'duration_ms', null))`,
  `update automation_executions set dead_letter = 'open'`,
  `update notices set priority = 'normal'`,
  `update notification_deliveries d set status = 'waiting', notice_id = n.id
     from (select id, row_number() over (order by id) as nth from notices) n,
       (select id, row_number() over (order by id) as nth from notification_deliveries) own
     where own.id = d.id and n.nth = own.nth`,
  `update oauth2_grants set user_id = '${owner.user_id}'`,
  `update passkeys set user_id = '${owner.user_id}'`,
  `update notification_targets set channel = 'email'`,
  `update notifications set priority = 'normal', user_id = '${owner.user_id}'`,
  `update event_dead_letters d set event_id = e.id
     from (select id from event_log where organization_id = '${owner.organization_id}' limit 1) e
     where d.id = (select id from event_dead_letters limit 1)`,
])
  await rows.query(statement);

/** A Connection and a rule: what their steps may be, no schema says. */
async function addAutomation(name: string): Promise<void> {
  for (const [path, body] of [
    [
      '/fabric/connections',
      {
        source_event: 'device.status.changed',
        steps: [{ operation_id: 'fabric.log', params: { message: name } }],
      },
    ],
    [
      '/automation/rules',
      {
        trigger_type: 'event',
        trigger_config: { event_pattern: 'device.status.changed' },
        actions: [
          {
            action_type: 'fabric.operation',
            params: { operation_id: 'fabric.log', params: { message: name } },
          },
        ],
      },
    ],
  ] as const) {
    const answer = await harness.call('POST', path, { as: owner, body: { name: `${name} one`, ...body } });
    if (answer.status !== 201) throw new Error(`${path} answered ${answer.status}: ${answer.text}`);
    pool.add(path.endsWith('rules') ? 'rule' : 'connection', answer.body.id);
  }
}

const lists = routes.filter((swept) => isList(swept) && !swept.isPublic);

async function itemsOf(swept: Swept, query = ''): Promise<readonly Item[]> {
  const most = swept.query?.properties?.['per_page']?.maximum ?? 100;
  const path = pathOf(swept, pool.valuesFor(swept));
  const { status, body, text } = await harness.call('GET', target(`${path}?per_page=${most}${query}`), {
    as: owner,
  });
  if (status !== 200 && !(swept.name in WITHOUT_ROWS)) t.fail(`${swept.name} answers ${status}: ${text}`);
  return status === 200 ? body.items : [];
}

const searched = (swept: Swept, text: string): Promise<readonly Item[]> =>
  itemsOf(swept, `&search=${encodeURIComponent(text)}`);

/** Texts and numbers of a row, the deepest last. */
const textsOf = (value: unknown): readonly string[] =>
  typeof value === 'string'
    ? [value].filter((text) => text.length > 0 && text.length <= 200)
    : value !== null && typeof value === 'object'
      ? Object.values(value).flatMap(textsOf)
      : [];

const mentions = (item: Item, text: string): boolean =>
  JSON.stringify(item).toLowerCase().includes(text.toLowerCase());

/** A text that stands in one row only, and by which this list finds that row and no other. */
async function findingText(swept: Swept, items: readonly Item[]): Promise<string | undefined> {
  for (const item of items)
    for (const text of textsOf(item)) {
      if (items.filter((each) => mentions(each, text)).length !== 1) continue;
      const found = await searched(swept, text);
      if (found.length === 1 && JSON.stringify(found[0]) === JSON.stringify(item)) return text;
    }
  return undefined;
}

t.test('every list with search finds one row by a text of its own, and none by a text of none', async (t) => {
  for (const swept of some(
    'finding 1',
    lists.filter(({ query }) => query?.properties?.['search']),
  )) {
    const items = await itemsOf(swept);
    if (swept.name in WITHOUT_ROWS) {
      t.same(items, [], `${swept.name} has no rows here: ${WITHOUT_ROWS[swept.name]}`);
      continue;
    }
    t.ok(items.length > 0, `${swept.name} has rows`);
    t.ok(await findingText(swept, items), `${swept.name} finds one row`);
    t.same(await searched(swept, `none-${randomUUID()}`), [], `${swept.name} finds none`);
  }
});

t.test('every list with site_id holds to it, but those that say why not', async (t) => {
  for (const swept of some(
    'finding 2',
    lists.filter(({ query }) => query?.properties?.['site_id']),
  )) {
    const items = await itemsOf(swept);
    const at = async (site_id: string): Promise<readonly Item[]> => itemsOf(swept, `&site_id=${site_id}`);
    const [here, there] = [await at(first), await at(second)];
    t.same(await at(randomUUID()), [], `${swept.name} has nothing of a site that is not there`);
    for (const [site_id, found] of [
      [first, here],
      [second, there],
    ] as const)
      t.same(
        found.filter((item) => 'site_id' in item && item['site_id'] !== site_id),
        [],
        `${swept.name} answers rows of that site`,
      );
    if (items.length === 0) continue;
    const ignores = here.length === items.length && there.length === items.length;
    t.equal(
      ignores,
      swept.name in ORGANIZATION_WIDE,
      `${swept.name} narrows by site, or says why it does not`,
    );
  }
});
