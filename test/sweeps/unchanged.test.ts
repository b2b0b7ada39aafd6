import t from 'tap';
import { pathOf, type Swept, target } from './support/routes.ts';
import { Rows } from './support/rows.ts';
import { bootWorld, populate } from './support/world.ts';

const world = await bootWorld(t);
const { harness, owner, routes } = world;
const pool = await populate(t, world, owner);
const rows = await Rows.open(harness.databaseUrl, t);

/** A resource that can be read and changed at one path. */
const changeable = routes.filter(
  ({ method, template }) =>
    method === 'PATCH' && routes.some((other) => other.method === 'GET' && other.template === template),
);

/**
 * Told anew, they are an answer to something outside the row (a renewed certificate), or are shown otherwise than
 * they are sent (settings with a secret among them).
 */
const ACTS: Readonly<Record<string, readonly string[]>> = {
  'controllers.update': ['tls', 'credential_id'],
  'sso.providers.update': ['config'],
};

const traces = async (): Promise<readonly unknown[]> =>
  rows.query(
    'select (select count(*) from audit_log) as records, (select count(*) from event_log) as events',
  );

/** What the route takes and the resource shows, as it stands. */
function sameAgain({ route, body }: Swept, shown: Readonly<Record<string, unknown>>): object {
  const acts = ACTS[route.id] ?? [];
  const fields = Object.keys(body?.properties ?? {}).filter((name) => name in shown && !acts.includes(name));
  return Object.fromEntries(fields.map((name) => [name, shown[name]]));
}

t.test('what can be changed can be read at the same path', async (t) => {
  t.ok(changeable.length >= 15, `${changeable.length} routes`);
});

t.test('a PATCH that changes nothing writes no record, tells no event and leaves the tag', async (t) => {
  let sent = 0;
  for (const swept of changeable) {
    const values = pool.valuesFor(swept);
    if (swept.ids.some((name) => values[name] === undefined)) {
      t.comment(`nothing to change: ${swept.name}`);
      continue;
    }
    const path = target(pathOf(swept, values));
    const shown = await harness.call('GET', path, { as: owner });
    if (shown.status !== 200) {
      t.comment(`not read: ${swept.name} ${shown.status}`);
      continue;
    }
    const body = sameAgain(swept, shown.body);
    const before = await traces();
    const answer = await harness.call('PATCH', path, { as: owner, body });
    if (answer.status !== 200) {
      t.comment(`not taken: ${swept.name} ${answer.status} ${answer.text.slice(0, 200)}`);
      continue;
    }
    sent += 1;
    t.strictSame(await traces(), before, swept.name);
    t.equal(answer.headers['etag'], shown.headers['etag'], swept.name);
    t.strictSame(answer.body.updated_at, shown.body.updated_at, swept.name);
  }
  t.ok(sent >= 13, `${sent} were taken`);
});
