import { DATABASE } from '@patchbay/kernel/database';
import { defineEvent } from '@patchbay/kernel/events';
import { readOperation } from '@patchbay/kernel/fabric';
import { type DiscoveredModule, defineModule } from '@patchbay/kernel/modules';
import Type from 'typebox';

export const echoed = defineEvent({
  type: 'pretended.echoed',
  title: 'Echoed',
  description: 'Pretended.',
  category: 'pretended',
  access: { role: 'viewer' },
  payload: Type.Object({ text: Type.String() }),
});

const shared = { title: 'Pretended', description: 'Pretended.', permission: 'controller:read' };

const echo = readOperation({
  ...shared,
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
  ...shared,
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
export const operationsModule: DiscoveredModule = {
  file: import.meta.filename,
  declaration: defineModule({
    id: 'pretended-operations',
    title: 'Pretended',
    status: 'available',
    prefixes: [],
    events: [echoed],
    operations: [echo, picture],
  }),
};
