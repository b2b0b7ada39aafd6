import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import t from 'tap';
import { type Answer, freshAddress, type Person } from '../harness/index.ts';
import { anything, nearly, RUNS, SEED } from './support/hostile-values.ts';
import { Judge } from './support/judge.ts';
import { pathOf, type Swept, target } from './support/routes.ts';
import { Rows } from './support/rows.ts';
import type { Schema } from './support/schema.ts';
import { some } from './support/some.ts';
import { bootWorld, populate } from './support/world.ts';

/** Fuzzing these with something that exists would end the sweep itself. */
const SPARED = ['organization', 'user'];

const world = await bootWorld(t);
const { harness, routes } = world;
const pool = await populate(t, world, world.owner);
const judge = new Judge(routes);
const rows = await Rows.open(harness.databaseUrl, t);
let owner: Person = world.owner;

/** Parameters of a query: some that fit, some that do not. */
function queriesFor(schema: Schema | undefined): fc.Arbitrary<string> {
  const names = [...Object.keys(schema?.properties ?? {}), 'page'];
  const given = fc.tuple(fc.constantFrom(...names), anything).map(([name, value]) => {
    const text = typeof value === 'string' ? value.toWellFormed() : JSON.stringify(value);
    return `${name}=${encodeURIComponent(text).slice(0, 3_000)}`;
  });
  return fc.array(given, { maxLength: 2 }).map((parts) => (parts.length > 0 ? `?${parts.join('&')}` : ''));
}

function pathsFor(swept: Swept): fc.Arbitrary<string> {
  const spared = swept.method !== 'GET' && SPARED.some((noun) => swept.template.includes(`/${noun}s/{`));
  const known = spared ? {} : pool.valuesFor(swept);
  const odd = fc.oneof(
    fc.string({ maxLength: 40 }),
    fc.constantFrom('..', '%', '*', '😀', "'", '-1', 'null'),
  );
  const oddly = odd.map((text) =>
    pathOf(swept, Object.fromEntries(swept.parameters.map((name) => [name, text || '~']))),
  );
  const kept = fc.constantFrom({}, known).map((values) => pathOf(swept, values));
  return swept.parameters.length === 0
    ? fc.constant(pathOf(swept))
    : fc.oneof({ weight: 5, arbitrary: kept }, { weight: 1, arbitrary: oddly });
}

const requestsFor = (swept: Swept, index: number) =>
  fc.sample(
    fc.record({
      path: pathsFor(swept),
      search: queriesFor(swept.query),
      body: swept.body ? nearly(swept.body, pool) : fc.constant(undefined),
    }),
    {
      numRuns: RUNS,
      seed: SEED + index,
    },
  );

async function send(
  swept: Swept,
  { path, search, body }: { path: string; search: string; body: unknown },
): Promise<Answer> {
  const options = { as: owner, from: freshAddress() };
  if (body === undefined) return harness.call(swept.method, target(path + search), options);
  return harness.call(swept.method, target(path + search), { ...options, body });
}

/** Some routes end the session, or change the password, of whoever calls them. */
async function keepSignedIn(): Promise<void> {
  const { status } = await harness.call('GET', '/auth/me', { as: owner });
  if (status === 401) owner = await harness.signIn(owner.email, owner.password);
}

t.test(
  `no made-up request gets a fault of ours, an undeclared status or a body unlike its schema (${RUNS} each, seed ${SEED})`,
  async (t) => {
    const statuses = new Map<number, number>();
    for (const [index, swept] of some('fuzz', [...routes.entries()])) {
      const faults = new Map<number, string>();
      for (const request of requestsFor(swept, index)) {
        const answer = await send(swept, request);
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
        const fault = judge.faultOf(swept, answer);
        if (fault !== null && !isOfAnother(swept, request.path, answer.status))
          faults.set(answer.status, `${fault}\nasked: ${JSON.stringify(request).slice(0, 1_000)}`);
      }
      t.same([...faults.values()], [], swept.name);
      await keepSignedIn();
    }
    t.comment(
      [...statuses]
        .sort()
        .map(([status, count]) => `${status}: ${count}`)
        .join(', '),
    );
  },
);

/** An odd path may lead elsewhere: then the answer is that of another route, or of none. */
const isOfAnother = (swept: Swept, path: string, status: number): boolean =>
  status < 500 &&
  swept.parameters.length > 0 &&
  path.split('/').some((part) => part === '..' || part === '.');

t.test('the platform is as it was: it answers, and says so', async (t) => {
  const health = await harness.call('GET', '/health/ready');
  t.same([health.status, health.body?.status], [200, 'ready']);
});

t.test(
  'every event that was written meanwhile is declared, and its payload is what its type promises',
  async (t) => {
    const declared = new Map(
      harness.platform.modules.flatMap(({ events = [] }) =>
        events.map((event) => [event.type, event] as const),
      ),
    );
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    const written = await rows.query<{ event_type: string; payload: unknown }>(
      'select event_type, payload from event_log',
    );
    t.ok(written.length > 0, 'events were written');
    for (const { event_type, payload } of written) {
      const event = declared.get(event_type);
      t.ok(event, `${event_type} is declared`);
      if (event)
        t.ok(
          ajv.validate(event.payload, payload),
          `${event_type}: ${ajv.errorsText()}: ${JSON.stringify(payload)}`,
        );
    }
    t.comment(`written: ${[...new Set(written.map(({ event_type }) => event_type))].sort().join(' ')}`);
  },
);
