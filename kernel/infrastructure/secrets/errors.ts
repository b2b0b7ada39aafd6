import { defineError } from '../../errors/index.ts';

/** Wrong key, wrong row, or bytes that were changed; which of them is not said. */
export const envelopeUnreadable = defineError({
  id: 'secrets.envelope_unreadable',
  kind: 'internal',
  message: 'A stored secret could not be read.',
});

export const secretTooLarge = defineError({
  id: 'secrets.too_large',
  kind: 'invalid',
  message: 'A secret may have at most 65536 bytes.',
});
