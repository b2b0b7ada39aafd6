import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import t from 'tap';
import type { Answer, CallOptions, Person } from '../harness/index.ts';
import { nearly, RUNS, SEED } from './hostile-values.ts';
import { Judge } from './judge.ts';
import { Rows } from './rows.ts';
import type { Schema } from './schema.ts';
import { bootWorld, populate } from './world.ts';

/** An operation as the catalog shows it. */
interface Shown {
  readonly id: string;
  readonly permission: string | null;
  readonly write: boolean;
  readonly input_schema: Schema;
}

const world = await bootWorld(t);
const { harness, owner, routes } = world;
await populate(t, world, owner);
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

/** Input of an operation; a write names its controller beside its payload. */
const inputOf = ({ write, input_schema }: Shown): Schema =>
  write
    ? {
        ...input_schema,
        properties: { ...input_schema.properties, controller_id: { type: 'string', format: 'uuid' } },
      }
    : input_schema;

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
    for (const { id, permission } of operations) {
      t.equal((await invoke(id, {}, {})).status, 401, `${id} without a credential`);
      t.equal((await invoke(id, {}, { as: guest })).status, 403, `${id} as guest`);
      if (permission === 'audit:read') continue;
      t.equal((await invoke(id, {}, { apiKey: made.body.secret })).status, 403, `${id} with a narrow key`);
    }
  },
);

t.test('an id of another organization is answered as an id of nothing, and never taken', async (t) => {
  const stolen = [...(await rows.idsOf(owner.organization_id, 1)).values()].flat();
  for (const operation of operations) {
    const schema = inputOf(operation);
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
  for (const [index, operation] of operations.entries()) {
    const faults: string[] = [];
    for (const params of fc.sample(nearly(inputOf(operation), own), { numRuns: RUNS, seed: SEED + index })) {
      const fault = judge.faultOf(invocation, await invoke(operation.id, params, { as: stranger }));
      if (fault !== null) faults.push(`${fault}\nasked: ${JSON.stringify(params).slice(0, 1_000)}`);
    }
    t.same(faults, [], operation.id);
  }
});
