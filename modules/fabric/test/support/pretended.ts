import { defineEvent } from '@patchbay/kernel/events';
import { contribute } from '@patchbay/kernel/extension';
import { readOperation, writeOperation } from '@patchbay/kernel/fabric';
import { type DiscoveredModule, defineModule } from '@patchbay/kernel/modules';
import { STAGED_FEATURES, type StagedFeature } from '@patchbay/vendor-kit';
import Type from 'typebox';

const event = (type: string, produces: readonly string[] = []) =>
  defineEvent({
    type,
    title: type,
    description: 'Pretended.',
    category: 'pretended',
    access: { role: 'viewer' },
    produces,
    payload: Type.Object({
      device_id: Type.String(),
      data: Type.Object({ name: Type.String(), reason: Type.Optional(Type.String()) }),
    }),
  });

export const happened = event('pretended.happened');
export const echoed = event('pretended.echoed');
export const pictured = event('pretended.pictured', ['image/jpeg']);

/** Calls of read operations of the simulated module, oldest first. */
export const readings: string[] = [];

const shared = { title: 'Pretended', description: 'Pretended.', permission: 'controller:read' };
const Any = Type.Object({}, { additionalProperties: true });

const snapshot = readOperation({
  ...shared,
  id: 'pretended.snapshot',
  input: Any,
  produces: ['image/jpeg'],
  output: Type.Object({ url: Type.String() }),
  run: async () => ({
    output: { url: 'http://pictures' },
    artifact: { media_type: 'image/jpeg', bytes: Buffer.from('x') },
  }),
});
const count = readOperation({
  ...shared,
  id: 'pretended.count',
  input: Any,
  output: Type.Object({ count: Type.Integer() }),
  async run({ params }) {
    readings.push(JSON.stringify(params));
    return { output: { count: 3 } };
  },
});
const echo = readOperation({
  ...shared,
  id: 'pretended.echo',
  input: Any,
  emits: [echoed.type],
  run: async () => ({ output: null }),
});
const print = readOperation({
  ...shared,
  id: 'pretended.print',
  input: Any,
  accepts: ['text/plain'],
  run: async () => ({ output: null }),
});
const store = writeOperation({
  ...shared,
  id: 'pretended.store',
  permission: 'controller:write',
  feature: 'pretended.store',
  operation: 'create',
  input: Any,
  accepts: ['image/jpeg', 'blob'],
});
const set = writeOperation({
  ...shared,
  id: 'pretended.set',
  permission: 'controller:write',
  feature: 'pretended.set',
  operation: 'update',
  singleton: true,
  input: Type.Object({ name: Type.String({ minLength: 1 }) }),
});

const feature: StagedFeature<null> = {
  key: 'pretended.set',
  title: 'Set',
  vendor: null,
  area: 'pretended',
  operations: ['update'],
  permission: 'controller:write',
  risk: 'normal',
  singleton: true,
  payload: () => Type.Object({ name: Type.String() }, { additionalProperties: false }),
  apply: async () => ({ target_id: null }),
};

const storing: StagedFeature<null> = {
  ...feature,
  key: 'pretended.store',
  title: 'Store',
  operations: ['create'],
  payload: () => Any,
};

/** Operations and events of a module that is not there. */
export const pretendedModule: DiscoveredModule = {
  file: import.meta.filename,
  declaration: defineModule({
    id: 'pretended',
    title: 'Pretended',
    status: 'available',
    prefixes: [],
    events: [happened, echoed, pictured],
    operations: [snapshot, count, echo, print, store, set],
    contributes: contribute(STAGED_FEATURES, feature, storing),
  }),
};
