import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import t from 'tap';
import type { Answer, CallOptions, Person } from '../harness/index.ts';
import { nearly, RUNS, SEED } from './support/hostile-values.ts';
import { Judge } from './support/judge.ts';
import { Rows } from './support/rows.ts';
import type { Schema } from './support/schema.ts';
import { some } from './support/some.ts';
import { bootWorld, populate } from './support/world.ts';

/** An operation as the catalog shows it. */
interface Shown {
  readonly id: string;
  readonly permission: string | null;
  readonly write: boolean;
  readonly feature: string | null;
  readonly accepts: readonly string[];
  readonly input_schema: Schema;
}

const world = await bootWorld(t);
const { harness, owner, routes } = world;
const pool = await populate(t, world, owner);
const stranger = await harness.person('org_admin', await harness.organization('Second Networks'));
const own = await populate(t, world, stranger);
const rows = await Rows.open(harness.databaseUrl, t);
const catalog = await harness.call('GET', '/fabric/catalog', { as: owner });
const operations: readonly Shown[] = catalog.body.operations;
const invocation = routes.find(({ route }) => route.id === 'fabric.operations.invoke');
const judge = new Judge(routes);

const invoke = (
  id: string,
  params: unknown,
  options: CallOptions & { readonly as?: Person },
): Promise<Answer> =>
  harness.call('POST', `/fabric/operations/${encodeURIComponent(id)}/invoke`, {
    ...options,
    body: { params },
  });

t.test('the catalog shows every operation that modules declare', async (t) => {
  const declared = harness.platform.modules.flatMap(({ operations = [] }) => operations.map(({ id }) => id));
  t.same(
    declared.filter((id) => operations.every((shown) => shown.id !== id)),
    [],
  );
  t.ok(invocation);
});

t.test(
  'an operation asks for its permission, and one without any for an unscoped administrator',
  async (t) => {
    const guest = await harness.person('guest');
    const made = await harness.call('POST', '/api-keys', {
      as: owner,
      body: { name: 'narrow', scopes: ['audit:read'] },
    });
    for (const { id, permission } of some('operations 2', operations)) {
      t.equal((await invoke(id, {}, {})).status, 401, `${id} without a credential`);
      t.equal((await invoke(id, {}, { as: guest })).status, 403, `${id} as guest`);
      if (permission === 'audit:read') continue;
      t.equal((await invoke(id, {}, { apiKey: made.body.secret })).status, 403, `${id} with a narrow key`);
    }
  },
);

/** A controller of the vendor that a feature belongs to; any, where it belongs to none. */
async function controllerFor(feature: string | null): Promise<string> {
  const found = await harness.call('GET', `/changes/features?search=${feature}`, { as: owner });
  const known = found.body.items.find(({ key }: { key: string }) => key === feature);
  const vendor = known?.vendor ?? 'mikrotik';
  const body = { name: `For ${feature}`, site_id: pool.idOf('site'), vendor, url: 'https://192.0.2.9' };
  const made = await harness.call('POST', '/controllers', { as: owner, body });
  if (made.status !== 201) throw new Error(made.text);
  return made.body.id;
}

/** Fields whose ids the sampler cannot know by their names. */
const KNOWN: Readonly<Record<string, string>> = { camera_id: 'device', device_id: 'device' };

t.test('an example made from the schema of an operation can be sent as it is', async (t) => {
  for (const { id, write, feature, accepts, input_schema } of some('operations 3', operations)) {
    const controller_id = write ? await controllerFor(feature) : undefined;
    const sampler = pool.sampler((field) =>
      field === 'controller_id' ? controller_id : field in KNOWN ? pool.idOf(KNOWN[field] ?? '') : undefined,
    );
    for (const full of [true, false]) {
      const params = sampler.value(input_schema, { full });
      const { status, body, text } = await invoke(id, params, { as: owner });
      const name = `${id} ${JSON.stringify(params)} ${text.slice(0, 500)}`;
      if (accepts.length > 0) t.match([status, body.error?.type], [422, 'ARTIFACT_REQUIRED'], name);
      else if (write) t.match([status, body], [200, { staged: true, feature }], name);
      else t.notOk([400, 422, 500].includes(status), name);
    }
  }
});

t.test('an id in the input of an operation or an action says what it refers to', async (t) => {
  const silent = (schema: Schema, path: string): readonly string[] => [
    ...(schema.format === 'uuid' && !('x-refers-to' in schema) ? [path] : []),
    ...(schema.items ? silent(schema.items, `${path}[]`) : []),
    ...(schema.anyOf ?? []).flatMap((each) => silent(each, path)),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => silent(inner, `${path}.${name}`)),
  ];
  t.same(
    operations.flatMap(({ id, input_schema }) => silent(input_schema, id)),
    [],
  );
  const actions = await harness.call('GET', '/actions?per_page=200', { as: owner });
  t.ok(actions.body.total > 3);
  t.same(
    actions.body.items.flatMap(
      ({ action_type, params_schema }: { action_type: string; params_schema: Schema }) =>
        silent(params_schema, action_type),
    ),
    [],
  );
});

t.test('an id of another organization is answered as an id of nothing, and never taken', async (t) => {
  const stolen = [...(await rows.idsOf(owner.organization_id, 1)).values()].flat();
  for (const operation of some('operations 1', operations)) {
    const schema = operation.input_schema;
    const given = Object(own.sampler().value(schema, { full: true })) as object;
    const fields = Object.entries(schema.properties ?? {}).filter(([, { format }]) => format === 'uuid');
    for (const [field] of fields) {
      const nothing = await invoke(operation.id, { ...given, [field]: randomUUID() }, { as: stranger });
      t.ok(nothing.status >= 400, `${operation.id} takes a random ${field}: ${nothing.text.slice(0, 200)}`);
      for (const id of stolen) {
        const { status, body } = await invoke(operation.id, { ...given, [field]: id }, { as: stranger });
        t.same(
          [status, body?.error?.message],
          [nothing.status, nothing.body?.error?.message],
          `${operation.id} ${field}`,
        );
      }
    }
  }
});

t.test('no made-up input gets a fault of ours or an undeclared answer', async (t) => {
  if (!invocation) return;
  for (const [index, operation] of some('operations 4', [...operations.entries()])) {
    const faults: string[] = [];
    for (const params of fc.sample(nearly(operation.input_schema, own), {
      numRuns: RUNS,
      seed: SEED + index,
    })) {
      const fault = judge.faultOf(invocation, await invoke(operation.id, params, { as: stranger }));
      if (fault !== null) faults.push(`${fault}\nasked: ${JSON.stringify(params).slice(0, 1_000)}`);
    }
    t.same(faults, [], operation.id);
  }
});
