import { defineEvent } from '@patchbay/kernel/events';
import type { DiscoveredModule } from '@patchbay/kernel/modules';
import { moduleOf } from '@patchbay/test/kit';
import Type from 'typebox';

/** A module that declares event types and nothing else, for events that a test makes up. */
export const declaring = (...types: readonly string[]): DiscoveredModule =>
  moduleOf(import.meta.filename, {
    id: 'declared',
    title: 'Declared',
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
  });
