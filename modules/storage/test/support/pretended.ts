import { defineEvent } from '@patchbay/kernel/events';
import { readOperation } from '@patchbay/kernel/fabric';
import { type DiscoveredModule, defineModule } from '@patchbay/kernel/modules';
import Type from 'typebox';

/** An event that brings a picture of its own. */
export const pictured = defineEvent({
  type: 'pretended.pictured',
  title: 'Pictured',
  description: 'Pretended.',
  category: 'pretended',
  access: { role: 'viewer' },
  produces: ['image/jpeg'],
  payload: Type.Object({ artifact: Type.Optional(Type.Unknown()) }),
});

export interface Taken {
  /** Pictures taken so far; no two are alike. */
  readonly pictures: Buffer[];
  /** Bytes given to `pretended.look`. */
  readonly looks: Buffer[];
  /** Bytes of the next picture. */
  size: number;
}

export const taken: Taken = { pictures: [], looks: [], size: 0 };

const shared = { title: 'Pretended', description: 'Pretended.', permission: 'controller:read' };
const Any = Type.Object({}, { additionalProperties: true });

const snapshot = readOperation({
  ...shared,
  id: 'pretended.snapshot',
  input: Any,
  produces: ['image/jpeg'],
  async run() {
    const number = taken.pictures.length + 1;
    const bytes = taken.size > 0 ? Buffer.alloc(taken.size) : Buffer.from(`picture ${number}`);
    taken.pictures.push(bytes);
    return { output: { number }, artifact: { media_type: 'image/jpeg', bytes } };
  },
});

const look = readOperation({
  ...shared,
  id: 'pretended.look',
  input: Any,
  accepts: ['image/jpeg'],
  async run({ artifact }) {
    taken.looks.push(artifact?.bytes ?? Buffer.alloc(0));
    return { output: { size: artifact?.bytes.length } };
  },
});

/** Takes pictures without a camera. */
export const pretendedModule: DiscoveredModule = {
  file: import.meta.filename,
  declaration: defineModule({
    id: 'pretended',
    title: 'Pretended',
    status: 'available',
    prefixes: [],
    events: [pictured],
    operations: [snapshot, look],
  }),
};
