import { contribute } from '@patchbay/kernel/extension';
import { readOperation, writeOperation } from '@patchbay/kernel/fabric';
import { moduleOf, pretendedEvent, pretendedOperation, pretendedSetting } from '@patchbay/test/kit';
import { STAGED_FEATURES, type StagedFeature } from '@patchbay/vendor-kit';
import Type from 'typebox';

const event = (type: string, produces: readonly string[] = []) =>
  pretendedEvent(
    type,
    {
      device_id: Type.String(),
      data: Type.Object({ name: Type.String(), reason: Type.Optional(Type.String()) }),
    },
    { produces },
  );

export const happened = event('pretended.happened');
export const echoed = event('pretended.echoed');
export const pictured = event('pretended.pictured', ['image/jpeg']);

/** Calls of read operations of the simulated module, oldest first. */
export const readings: string[] = [];

const Any = Type.Object({}, { additionalProperties: true });

const snapshot = readOperation({
  ...pretendedOperation,
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
  ...pretendedOperation,
  id: 'pretended.count',
  input: Any,
  output: Type.Object({ count: Type.Integer() }),
  async run({ params }) {
    readings.push(JSON.stringify(params));
    return { output: { count: 3 } };
  },
});
const echo = readOperation({
  ...pretendedOperation,
  id: 'pretended.echo',
  input: Any,
  emits: [echoed.type],
  run: async () => ({ output: null }),
});
const print = readOperation({
  ...pretendedOperation,
  id: 'pretended.print',
  input: Any,
  accepts: ['text/plain'],
  run: async () => ({ output: null }),
});
const store = writeOperation({
  ...pretendedOperation,
  id: 'pretended.store',
  permission: 'controller:write',
  feature: 'pretended.store',
  operation: 'create',
  input: Any,
  accepts: ['image/jpeg', 'blob'],
});
const set = writeOperation({
  ...pretendedOperation,
  id: 'pretended.set',
  permission: 'controller:write',
  feature: 'pretended.set',
  operation: 'update',
  singleton: true,
  input: Type.Object({ name: Type.String({ minLength: 1 }) }),
});

const storing: StagedFeature<null> = {
  ...pretendedSetting,
  key: 'pretended.store',
  title: 'Store',
  operations: ['create'],
  payload: () => Any,
};

/** Operations and events of a module that is not there. */
export const pretendedModule = moduleOf(import.meta.filename, {
  id: 'pretended',
  title: 'Pretended',
  events: [happened, echoed, pictured],
  operations: [snapshot, count, echo, print, store, set],
  contributes: contribute(STAGED_FEATURES, pretendedSetting, storing),
});
