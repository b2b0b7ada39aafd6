import { randomUUID } from 'node:crypto';
import { decide, PERMISSION_MAP, type Principal, systemPrincipal } from '@patchbay/kernel/permissions';
import t from 'tap';
import type { Answer } from '../harness/index.ts';
import { fillTables } from './support/fill.ts';
import { isList, neededQuery, pathOf, type Swept, target } from './support/routes.ts';
import { Rows } from './support/rows.ts';
import { some } from './support/some.ts';
import { bootWorld, populate } from './support/world.ts';

/** Written by the platform itself while it runs, for whoever acts. */
const BOOKS = ['event_log', 'audit_log', 'audit_intake', 'sessions', 'refresh_tokens', 'idempotency_keys'];

const world = await bootWorld(t);
const { harness, owner, routes } = world;
const victim = owner.organization_id;
const theirs = await populate(t, world, owner);
const attacker = await harness.person('org_admin', await harness.organization('Second Networks'));
const own = await populate(t, world, attacker);
const rows = await Rows.open(harness.databaseUrl, t);
const unfilled = await fillTables(rows, victim, theirs);
const foreign = await rows.idsOf(victim);
const before = await rows.fingerprint(victim, BOOKS);
const map = harness.get(PERMISSION_MAP);
const principal: Principal = {
  ...systemPrincipal(attacker.organization_id),
  kind: 'user',
  role: 'org_admin',
  user_id: attacker.user_id,
};

const reachable = routes.filter(
  ({ isPublic, route }) => !isPublic && decide(map, principal, route.access).allowed,
);
const ofOne = (ids: readonly string[] | undefined): string => ids?.[0] ?? '';
const stolen = new Map([...foreign].map(([table, ids]) => [table, ofOne(ids)]));
stolen.set('organizations', victim);
stolen.set('users', String(theirs.idOf('user')));

/** What the attacker sees, without what differs from request to request. */
const seen = ({ status, body, text }: Answer): unknown =>
  body?.error ? [status, { ...body.error, request_id: '' }] : [status, text];

function send(
  swept: Swept,
  values: Readonly<Record<string, string>>,
  body: unknown,
  search = '',
): Promise<Answer> {
  const path = pathOf(swept, { ...own.valuesFor(swept), ...values });
  return harness.call(swept.method, target(`${path}${search || neededQuery(swept)}`), {
    as: attacker,
    ...(swept.body ? { body } : {}),
  });
}

t.test('the other organization has something in many tables', async (t) => {
  for (const [table, problem] of unfilled) t.comment(`nothing in ${table}: ${problem}`);
  t.comment(`something in ${[...foreign.keys()].join(' ')}`);
  t.ok(foreign.size > unfilled.size * 3, 'few tables take no made-up row');
});

t.test('an id of another organization in the path answers 404, as an id of nothing does', async (t) => {
  for (const swept of some('isolation 1', reachable))
    for (const name of swept.ids) {
      const body = swept.body && own.sampler().value(swept.body);
      const nothing = await send(swept, { [name]: randomUUID() }, body);
      t.equal(nothing.status, 404, `${swept.name} with a random ${name}: ${nothing.text.slice(0, 200)}`);
      for (const [table, id] of some(swept.name, [...stolen]))
        t.same(
          seen(await send(swept, { [name]: id }, body)),
          seen(nothing),
          `${swept.name} with ${name} of ${table}`,
        );
    }
});

t.test('an id of another organization in a body is answered as an id of nothing', async (t) => {
  for (const swept of some('isolation 2', reachable))
    for (const field of Object.entries(swept.body?.properties ?? {})
      .filter(([, { format }]) => format === 'uuid')
      .map(([name]) => name)) {
      const given = Object(own.sampler().value(swept.body ?? {})) as object;
      const nothing = await send(swept, {}, { ...given, [field]: randomUUID() });
      t.ok(nothing.status >= 400, `${swept.name} takes a random ${field}: ${nothing.status}`);
      for (const [table, id] of some(swept.name, [...stolen]))
        t.same(
          seen(await send(swept, {}, { ...given, [field]: id })),
          seen(nothing),
          `${swept.name} with ${field} of ${table}`,
        );
    }
});

t.test(
  'a list narrowed by an id of another organization is empty or 404, as for an id of nothing',
  async (t) => {
    for (const swept of some(
      'isolation 3',
      reachable.filter(({ method }) => method === 'GET'),
    ))
      for (const [name, { format }] of Object.entries(swept.query?.properties ?? {})) {
        if (format !== 'uuid') continue;
        const nothing = await send(swept, {}, undefined, `?${name}=${randomUUID()}`);
        const isSited =
          name === 'site_id' &&
          swept.reply?.properties?.['items']?.items?.properties?.['site_id'] !== undefined;
        if (isSited)
          t.ok(
            nothing.status === 404 || nothing.body?.total === 0,
            `${swept.name}?${name}= answers ${nothing.status}`,
          );
        for (const [table, id] of some(swept.name, [...stolen]))
          t.same(
            seen(await send(swept, {}, undefined, `?${name}=${id}`)),
            seen(nothing),
            `${swept.name}?${name}= of ${table}`,
          );
      }
  },
);

t.test('nothing that can be read names anything of another organization', async (t) => {
  const ids = [...foreign.values()].flat().filter((id) => id !== owner.user_id);
  for (const swept of some(
    'isolation 4',
    reachable.filter(({ method }) => method === 'GET'),
  )) {
    const { text } = await send(swept, {}, undefined, isList(swept) ? '?per_page=100' : '');
    t.same(
      ids.filter((id) => text.includes(id)),
      [],
      swept.name,
    );
  }
});

t.test('none of this changed a row of the other organization', async (t) => {
  t.same(await rows.fingerprint(victim, BOOKS), before);
});
