import { readOperation } from '@patchbay/kernel/fabric';
import { moduleOf, pretendedEvent, pretendedOperation } from '@patchbay/test/kit';
import Type from 'typebox';

/** An event that brings a picture of its own. */
export const pictured = pretendedEvent(
  'pretended.pictured',
  { artifact: Type.Optional(Type.Unknown()) },
  { produces: ['image/jpeg'] },
);

export interface Taken {
  /** Pictures taken so far; no two are alike. */
  readonly pictures: Buffer[];
  /** Bytes given to `pretended.look`. */
  readonly looks: Buffer[];
  /** Bytes of the next picture. */
  size: number;
}

export const taken: Taken = { pictures: [], looks: [], size: 0 };

const Any = Type.Object({}, { additionalProperties: true });

const snapshot = readOperation({
  ...pretendedOperation,
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
  ...pretendedOperation,
  id: 'pretended.look',
  input: Any,
  accepts: ['image/jpeg'],
  async run({ artifact }) {
    taken.looks.push(artifact?.bytes ?? Buffer.alloc(0));
    return { output: { size: artifact?.bytes.length } };
  },
});

/** Takes pictures without a camera. */
export const pretendedModule = moduleOf(import.meta.filename, {
  id: 'pretended',
  title: 'Pretended',
  events: [pictured],
  operations: [snapshot, look],
});
