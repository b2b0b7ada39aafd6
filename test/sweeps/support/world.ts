import { MODULE_REGISTRY } from '@patchbay/kernel/modules';
import { systemPrincipal } from '@patchbay/kernel/permissions';
import type { BootOptions, Harness, Person } from '../../harness/index.ts';
import { bootPlatform } from '../../harness/index.ts';
import { closedOutbound } from './closed-outbound.ts';
import { Pool } from './pool.ts';
import { createdNoun, neededQuery, pathOf, routesOf, type Swept, target } from './routes.ts';
import type { FieldSource } from './schema.ts';

interface Test {
  teardown(work: () => unknown): unknown;
  comment(...text: unknown[]): unknown;
}

/** A platform with everything switched on that can be, and its routes. */
export interface World {
  readonly harness: Harness;
  readonly owner: Person;
  readonly routes: readonly Swept[];
}

/** Boots for a sweep; without `options.work` no job runs meanwhile. */
export async function bootWorld(t: Test, options: BootOptions = {}): Promise<World> {
  const harness = await bootPlatform(t, {
    work: false,
    judgesRecords: true,
    overrides: [closedOutbound],
    ...options,
  });
  const owner = await harness.owner();
  const registry = harness.get(MODULE_REGISTRY);
  for (const { id, enabled, status } of registry.list())
    if (!enabled && status === 'beta')
      await registry.setEnabled(systemPrincipal(owner.organization_id), id, true);
  const served = harness.platform.modules.filter(({ id }) => registry.isEnabled(id));
  return { harness, owner, routes: routesOf(served) };
}

/** The person's own organization and a user of it, which exist before anything is created. */
export async function startPool(harness: Harness, person: Person): Promise<Pool> {
  const pool = new Pool();
  const other = await harness.person('viewer', person.organization_id);
  pool.add('organization', person.organization_id);
  pool.add('user', other.user_id);
  return pool;
}

/**
 * Creates one of everything that the declarations say can be created: whatever answers 201 is kept under the
 * word of its path. What needs more than a schema can say is left out, and named in a comment.
 */
export async function populate(
  t: Test,
  { harness, routes }: World,
  person: Person,
  fields?: FieldSource,
): Promise<Pool> {
  const pool = await startPool(harness, person);
  const waiting = new Set(
    routes.filter(isCreation).toSorted((one, other) => one.ids.length - other.ids.length),
  );
  const refusals = new Map<string, string>();
  for (let pass = 0; pass < 3; pass += 1)
    for (const swept of waiting) {
      const refusal = await create(harness, swept, person, pool, fields);
      if (refusal === null) waiting.delete(swept);
      else refusals.set(swept.name, refusal);
    }
  for (const { name } of waiting) t.comment(`not created: ${name}: ${refusals.get(name)}`);
  return pool;
}

const isCreation = ({ route, isPublic, reply }: Swept): boolean =>
  route.method === 'POST' && route.status === 201 && !isPublic && reply?.properties?.['id'] !== undefined;

async function create(
  harness: Harness,
  swept: Swept,
  person: Person,
  pool: Pool,
  fields: FieldSource | undefined,
): Promise<string | null> {
  const values = pool.valuesFor(swept);
  const missing = swept.ids.filter((name) => values[name] === undefined);
  if (missing.length > 0) return `nothing for ${missing.join(', ')}`;
  let refusal = '';
  for (const full of [true, false]) {
    const body = swept.body && pool.sampler(fields).value(swept.body, { full });
    const answer = await harness.call('POST', target(pathOf(swept, values) + neededQuery(swept)), {
      as: person,
      body,
    });
    refusal = `${answer.status} ${answer.text.slice(0, 300)}`;
    if (answer.status !== 201 || typeof answer.body?.id !== 'string') continue;
    pool.add(createdNoun(swept), answer.body.id);
    return null;
  }
  return refusal;
}
