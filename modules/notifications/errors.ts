import { defineError } from '@patchbay/kernel/errors';

/** The receiver said that it will never take this; nothing is tried again. */
export const receiverRefused = defineError({
  id: 'notifications.receiver_refused',
  kind: 'invalid',
  message: 'The receiver refused the message.',
});
/** The receiver did not take it this time. */
export const receiverFailed = defineError({
  id: 'notifications.receiver_failed',
  kind: 'bad_gateway',
  message: 'The receiver did not take the message.',
});
export const tooManyChannels = defineError({
  id: 'notifications.too_many_channels',
  kind: 'conflict',
  message: 'An organization keeps at most 100 channels.',
});
export const noSuchChannel = defineError({
  id: 'notifications.no_such_channel',
  kind: 'unavailable',
  message: 'This notification channel is switched off.',
});
