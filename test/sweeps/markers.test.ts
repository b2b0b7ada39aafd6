import t from 'tap';
import { freshAddress } from '../harness/index.ts';
import { neededQuery, pathOf, type Swept, target } from './support/routes.ts';
import { bootWorld, startPool } from './support/world.ts';

const MARKER = '[redacted]';
/** Bodies of RFCs, answered in their own shape; a token of that text is refused as a token. */
const isOfRfc = ({ route }: Swept) => route.bodyKind === 'form' || route.errorShape === 'oauth2';
/** Refuses whatever the body holds, in the state in which this platform is. */
const refusesAny = ({ route }: Swept) => route.before !== undefined;

type Path = readonly (string | number)[];

/** Every place of a text in a body, and the body with the marker there. */
function* marked(value: unknown, at: Path = []): Generator<{ readonly at: Path; readonly body: unknown }> {
  if (typeof value === 'string') yield { at, body: MARKER };
  if (typeof value !== 'object' || value === null) return;
  for (const [key, each] of Object.entries(value)) {
    const name = Array.isArray(value) ? Number(key) : key;
    for (const inner of marked(each, [...at, name]))
      yield {
        at: inner.at,
        body: Array.isArray(value) ? value.with(Number(key), inner.body) : { ...value, [key]: inner.body },
      };
  }
}

const keeping = ['automation.rules.create', 'automation.rules.update'];

t.test('no route takes what is shown in the place of a hidden value for the value', async (t) => {
  const world = await bootWorld(t);
  const { harness, routes, owner } = world;
  const pool = await startPool(harness, owner);
  const sampler = pool.sampler();
  let tried = 0;
  for (const swept of routes) {
    if (swept.body === undefined || isOfRfc(swept) || refusesAny(swept) || swept.route.bodyKind === 'binary')
      continue;
    const taken: string[] = [];
    const open = (swept.route.keepsMarkers ?? []).filter((each) => each.endsWith('.**'));
    for (const { at, body } of marked(sampler.value(swept.body, { full: true }))) {
      if (open.some((each) => each === `${at[0]}.**`)) continue;
      const path = target(pathOf(swept) + neededQuery(swept));
      const answer = await harness.call(swept.method, path, { as: owner, from: freshAddress(), body });
      tried += 1;
      if (answer.status !== 422) taken.push(`${at.join('.')}: ${answer.status}`);
    }
    t.same(taken, [], `${swept.name} refuses it in every field`);
  }
  t.ok(tried > 300, `${tried} bodies`);
});

t.test('the routes that put back what is stored are these', async (t) => {
  const { routes } = await bootWorld(t);
  const keepers = routes.filter(({ route }) => route.keepsMarkers !== undefined);
  t.same(
    keepers.map(({ route }) => `${route.id}: ${route.keepsMarkers?.join(' ')}`).sort(),
    [
      ...keeping.map((id) => `${id}: actions.*.params`),
      'fabric.connections.create: steps.*.params',
      'fabric.connections.update: steps.*.params',
      'gateway.stage: payload.**',
      'gateway.stage_at_site: payload.**',
    ],
    'each is tested to keep, or to refuse by name, in its own module',
  );
});
