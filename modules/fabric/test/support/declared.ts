import { defineEvent } from '@patchbay/kernel/events';
import { type DiscoveredModule, defineModule } from '@patchbay/kernel/modules';
import Type from 'typebox';

/** A module that declares event types and nothing else, for events that a test makes up. */
export const declaring = (...types: readonly string[]): DiscoveredModule => ({
  file: import.meta.filename,
  declaration: defineModule({
    id: 'declared',
    title: 'Declared',
    status: 'available',
    prefixes: [],
    events: types.map((type) =>
      defineEvent({
        type,
        title: type,
        description: 'Made up.',
        category: 'declared',
        access: { role: 'viewer' },
        payload: Type.Object({}, { additionalProperties: true }),
      }),
    ),
  }),
});
