import { DATABASE } from '@patchbay/kernel/database';
import { readOperation } from '@patchbay/kernel/fabric';
import { moduleOf, pretendedEvent, pretendedOperation } from '@patchbay/test/kit';
import Type from 'typebox';

export const echoed = pretendedEvent('pretended.echoed', { text: Type.String() });

const echo = readOperation({
  ...pretendedOperation,
  id: 'pretended.echo',
  input: Type.Object({ text: Type.String() }),
  emits: [echoed.type],
  deps: { database: DATABASE },
  run: ({ params, principal, causation, deps }) =>
    deps.database.write(principal, async (work) => {
      work.events.publish(echoed, params, { causation });
      return { output: null };
    }),
});

const picture = readOperation({
  ...pretendedOperation,
  id: 'pretended.picture',
  input: Type.Object({}),
  produces: ['image/jpeg'],
  output: Type.Object({ place: Type.String() }),
  run: async () => ({
    output: { place: 'gate' },
    artifact: { media_type: 'image/jpeg', bytes: Buffer.from('a picture') },
  }),
});

/** Operations of a module that is not there. */
export const operationsModule = moduleOf(import.meta.filename, {
  id: 'pretended-operations',
  title: 'Pretended',
  events: [echoed],
  operations: [echo, picture],
});
