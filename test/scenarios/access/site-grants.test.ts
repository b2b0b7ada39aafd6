import { reachOf } from '@patchbay/kernel/http';
import { decide, PERMISSION_MAP, type Principal, systemPrincipal } from '@patchbay/kernel/permissions';
import t from 'tap';
import { type Person, waitFor } from '../../harness/index.ts';
import { ruleBody } from '../../kit/index.ts';
import { fillTables } from '../../sweeps/support/fill.ts';
import { Pool } from '../../sweeps/support/pool.ts';
import { isList, neededQuery, pathOf, type Swept, target } from '../../sweeps/support/routes.ts';
import { Rows } from '../../sweeps/support/rows.ts';
import type { FieldSource } from '../../sweeps/support/schema.ts';
import { bootWorld, populate } from '../../sweeps/support/world.ts';
import { Listener } from '../support/listener.ts';

const world = await bootWorld(t);
const { harness, owner, routes } = world;
const organization_id = owner.organization_id;
const [open, shut] = [await harness.site(owner, 'Open'), await harness.site(owner, 'Shut')];
const rows = await Rows.open(harness.databaseUrl, t);

const at =
  (site_id: string): FieldSource =>
  (field, { format }) =>
    field === 'site_id' && format === 'uuid' ? site_id : undefined;

/** One of everything that stands at a site, at this one. */
async function stocked(site_id: string): Promise<Pool> {
  const made = await populate(t, world, owner, at(site_id));
  const pool = new Pool();
  pool.add('site', site_id);
  for (const noun of made.nouns) pool.add(noun, String(made.idOf(noun)));
  return pool;
}
const openPool = await stocked(open);
const shutPool = await stocked(shut);
const sited = (await rows.tenantTables()).filter(({ columns }) => columns.includes('site_id'));

/** What comes from devices and jobs alone is made up, at the closed site; made-up rows that know no site go again. */
async function fillShut(): Promise<void> {
  const before = await rows.idsOf(organization_id);
  await fillTables(rows, organization_id, shutPool);
  const names = new Set(sited.map(({ name }) => name));
  const made = [...(await rows.idsOf(organization_id))].filter(
    ([name]) => !before.has(name) && !names.has(name),
  );
  for (let pass = 0; pass < 3; pass += 1)
    for (const [name, ids] of made)
      await rows.query(`delete from ${name} where id = any ($1::uuid[])`, [ids]).catch(() => {});
}
const ruleOn = (event_pattern: string, name: string, action: object) =>
  harness.created(
    owner,
    '/automation/rules',
    ruleBody({ name, trigger_config: { event_pattern }, actions: [action] }),
  );
/** A rule that can be read stands there before rows are made up: no schema says how its actions are sealed. */
const standing = await ruleOn('device.status.changed', 'stands before', {
  action_type: 'fabric.operation',
  params: { operation_id: 'fabric.log', params: { message: 'x' } },
});
openPool.add('rule', standing);
shutPool.add('rule', standing);
await fillShut();
await rows.query(
  `insert into devices (id, organization_id, site_id, external_id, name, kind, status, hash)
   select gen_random_uuid(), $1, $2, 'open-' || n, 'Open ' || n, 'switch', 'online', 'x' from generate_series(1, 2) n`,
  [organization_id, open],
);

for (const site_id of [open, shut]) {
  const body = { name: 'of a site', kind: 'password', username: 'u', secret: 's', site_id };
  await harness.call('POST', '/credentials', { as: owner, body });
}

/** Executions come from events at the site; their rule knows no site. */
const rule = await ruleOn('device.updated', 'answers both sites', {
  action_type: 'create_alert',
  params: { title: 'changed' },
});
await rows.query(
  `insert into automation_executions (id, organization_id, rule_id, event_id, site_id, author_id, status, finished_at)
   select gen_random_uuid(), $1, $2, gen_random_uuid(), s::uuid, $3, 'succeeded', now() from unnest($4::text[]) s`,
  [organization_id, rule, owner.user_id, [open, shut]],
);

/** Rows that stand at a site, by table. */
async function idsAt(site_ids: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = new Map<string, readonly string[]>([['sites', site_ids]]);
  for (const { name } of sited.filter(({ hasId }) => hasId)) {
    const ids = await rows.query<{ id: string }>(
      `select id::text from ${name} where organization_id = $1 and site_id = any ($2::uuid[])`,
      [organization_id, site_ids],
    );
    found.set(
      name,
      ids.map(({ id }) => id),
    );
  }
  return found;
}

const otherSites = async (): Promise<readonly string[]> =>
  (
    await rows.query<{ id: string }>('select id::text from sites where organization_id = $1 and id <> $2', [
      organization_id,
      open,
    ])
  ).map(({ id }) => id);

/** A new organization administrator who is held to the site. */
async function heldTo(site_id: string, expires_at: string | null = null): Promise<Person> {
  const person = await harness.person('org_admin');
  const answer = await harness.call('POST', `/organizations/${organization_id}/site-access`, {
    as: owner,
    body: { user_id: person.user_id, site_id, expires_at },
  });
  if (answer.status !== 201) throw new Error(answer.text);
  return person;
}
const free = await harness.person('org_admin');
const held = await heldTo(open);
const blind = await heldTo(open, '2020-01-01T00:00:00Z');

const map = harness.get(PERMISSION_MAP);
const principal: Principal = { ...systemPrincipal(organization_id), kind: 'user', role: 'org_admin' };
/** What reaches the whole organization is refused to the held one, whatever it names (`sweeps/held.test.ts`). */
const reachable = routes.filter(
  ({ isPublic, route }) =>
    !isPublic && decide(map, principal, route.access).allowed && reachOf(route) !== 'organization',
);
const readable = reachable.filter(({ method }) => method === 'GET');

const get = (swept: Swept, as: Person, pool: Pool, query = '') =>
  harness.call('GET', target(`${pathOf(swept, pool.valuesFor(swept))}${query || neededQuery(swept)}`), {
    as,
  });

t.test('something stands at both sites, in every table that knows sites', async (t) => {
  const hidden = await idsAt([shut]);
  const empty = sited.filter(({ name, hasId }) => hasId && (hidden.get(name)?.length ?? 0) === 0);
  t.comment(`nothing at the closed site in: ${empty.map(({ name }) => name).join(' ')}`);
  t.ok(sited.length > 5 && empty.length <= 2, 'few tables take no made-up row');
});

t.test('nothing that can be read names anything of another site', async (t) => {
  const sites = await otherSites();
  const hidden = [...(await idsAt(sites)).values()].flat();
  t.ok(hidden.length > 8);
  for (const swept of readable)
    for (const [pool, where] of [
      [openPool, 'open'],
      [shutPool, 'shut'],
    ] as const) {
      const { text, status } = await get(swept, held, pool, isList(swept) ? '?per_page=100' : '');
      const named = hidden.filter((id) => text.includes(id));
      t.same(named, [], `${swept.name} below the ${where} site answers ${status}`);
    }
});

t.test('what the caller may see is there, and totals count that alone', async (t) => {
  for (const swept of readable.filter(isList)) {
    const { status, body } = await get(swept, held, openPool, '?per_page=100');
    if ([404, 502].includes(status)) continue;
    t.equal(status, 200, swept.name);
    t.equal(body.items.length, Math.min(body.total, 100), `${swept.name} counts what it shows`);
    const past = await get(swept, held, openPool, '?per_page=1&page=1000');
    t.equal(past.body.total, body.total, swept.name);
    const strays = body.items.filter(
      ({ site_id }: { site_id?: string | null }) =>
        site_id !== undefined && site_id !== null && site_id !== open,
    );
    t.same(strays, [], swept.name);
    if (swept.reply?.properties?.['items']?.items?.properties?.['site_id'] === undefined) continue;
    const all = await get(swept, free, openPool, `?per_page=100&site_id=${open}`);
    // Rows without a site are the organization's, and belong to none of its sites.
    const sited = body.items.filter(({ site_id }: { site_id: string | null }) => site_id !== null);
    t.same(
      sited.map(({ id }: { id: string }) => id).sort(),
      all.body.items.map(({ id }: { id: string }) => id).sort(),
      `${swept.name} shows all of the open site`,
    );
  }
});

t.test('a list narrowed to a site that is closed is empty or 404', async (t) => {
  for (const swept of readable.filter(({ query }) => query?.properties?.['site_id'])) {
    const { status, body } = await get(swept, held, openPool, `?site_id=${shut}`);
    if ([404, 502].includes(status)) continue;
    const isSited =
      swept.reply?.properties?.['items']?.items?.properties?.['site_id'] !== undefined ||
      swept.route.id === 'sites.list';
    if (isSited) t.same([status, body.total], [200, 0], swept.name);
  }
});

t.test('an id of another site in a path answers 404, whatever is asked of it', async (t) => {
  const hidden = await idsAt([shut]);
  for (const swept of reachable)
    for (const name of swept.ids) {
      const own = openPool.valuesFor(swept);
      for (const [table, ids] of hidden) {
        if (ids[0] === undefined) continue;
        const body = swept.body && openPool.sampler(at(open)).value(swept.body);
        const path = pathOf(swept, { ...own, [name]: ids[0] });
        const answer = await harness.call(swept.method, target(path + neededQuery(swept)), {
          as: held,
          ...(swept.body ? { body } : {}),
        });
        t.equal(answer.status, 404, `${swept.name} with ${name} of ${table}: ${answer.text.slice(0, 150)}`);
      }
    }
});

t.test('numbers of organizations and sites are of the open site alone', async (t) => {
  const visible = async (table: string): Promise<number> => {
    const column = table === 'sites' ? 'id' : 'site_id';
    const [row] = await rows.query<{ n: number }>(
      `select count(*)::int as n from ${table}
       where organization_id = $1 and ${column} = $2 and deleted_at is null`,
      [organization_id, open],
    );
    return Number(row?.n);
  };
  const wanted = { sites: 1, devices: 2, controllers: await visible('controllers') };
  const home = `/organizations/${organization_id}`;
  t.match((await harness.call('GET', `${home}/dashboard`, { as: held })).body.counts, wanted);
  t.match((await harness.call('GET', home, { as: held })).body.counts, wanted);
  t.match((await harness.call('GET', '/organizations', { as: held })).body.items[0].counts, wanted);
  const all = (await harness.call('GET', `${home}/dashboard`, { as: free })).body.counts;
  t.ok(all.sites > 1 && all.controllers > wanted.controllers, 'there is more than that');
  const sites = (await harness.call('GET', '/sites', { as: held })).body;
  t.match(sites, { total: 1, items: [{ id: open, device_count: wanted.devices }] });
});

t.test('the log of events and the stream tell of the open site alone, replays included', async (t) => {
  const listener = await (await Listener.open(harness, held.token)).subscribe(['site.*', 'device.*']);
  t.teardown(() => listener.close());
  const rename = (id: string, name: string) =>
    harness.call('PATCH', `/sites/${id}`, { as: owner, body: { name } });
  for (const id of [shut, open]) t.equal((await rename(id, `Renamed ${id.slice(-4)}`)).status, 200);
  await waitFor('the event of the open site', () => listener.told('site_id').includes(open));
  const replay = await (await Listener.open(harness, held.token)).subscribe(['site.*', 'device.*'], 0);
  t.teardown(() => replay.close());
  await rename(open, 'Last');
  for (const each of [listener, replay])
    await waitFor('the last event', () => each.told('name').includes('Last'));
  const sites = await otherSites();
  const hidden = [...(await idsAt(sites)).values()].flat();
  for (const [name, each] of Object.entries({ listener, replay }))
    t.same(
      hidden.filter((id) => JSON.stringify(each.frames).includes(id)),
      [],
      name,
    );
  const log = await harness.call('GET', '/events?event_type=site.*', { as: held });
  t.same(
    [...new Set(log.body.items.map((each: { payload: { site_id: string } }) => each.payload.site_id))],
    [open],
  );
  const whole = await harness.call('GET', '/events?event_type=site.*', { as: free });
  t.ok(whole.body.total > log.body.total, 'others are told more');
  const filter = await Listener.open(harness, held.token);
  t.teardown(() => filter.close());
  filter.send({ type: 'set_filters', site_ids: [shut] });
  await waitFor('an answer', () => filter.frames.some(({ type }) => type === 'error'));
  t.notOk(
    filter.frames.some(({ type }) => type === 'filters_set'),
    'no filter opens a site, and none stands in its place',
  );
});

t.test('a user whose grants all ran out sees nothing of any site', async (t) => {
  const hidden = [...(await idsAt([...(await otherSites()), open])).values()].flat();
  for (const swept of readable) {
    const { text } = await get(swept, blind, openPool, isList(swept) ? '?per_page=100' : '');
    t.same(
      hidden.filter((id) => text.includes(id)),
      [],
      swept.name,
    );
  }
  const { body } = await harness.call('GET', `/organizations/${organization_id}/dashboard`, { as: blind });
  t.match(body.counts, { sites: 0, devices: 0, controllers: 0 });
});
