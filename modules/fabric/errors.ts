import { defineError } from '@patchbay/kernel/errors';

export { authorDisabled, noDatabase } from '@patchbay/runs';

export const tooManyConnections = defineError({
  id: 'fabric.too_many_connections',
  kind: 'conflict',
  message: 'An organization holds at most 1,000 Connections.',
});
/** Answered as `detail` (SPEC 7). */
export const ingestTooLarge = defineError({
  id: 'fabric.ingest_too_large',
  kind: 'too_large',
  shape: 'detail',
  message: 'ingest payload exceeds 65536-byte limit',
});
export const ingestLimited = defineError({
  id: 'fabric.ingest_limited',
  kind: 'rate_limited',
  message: 'Too many ingested events: 120 per 60 seconds and organization.',
});
export const webhookUnreachable = defineError({
  id: 'fabric.webhook_unreachable',
  kind: 'bad_gateway',
  type: 'WEBHOOK_UNREACHABLE',
  message: 'The destination could not be reached.',
});
export const webhookTimedOut = defineError({
  id: 'fabric.webhook_timed_out',
  kind: 'timeout',
  type: 'WEBHOOK_TIMED_OUT',
  message: 'The destination did not answer within 30 seconds.',
});
export const webhookRefused = defineError({
  id: 'fabric.webhook_refused',
  kind: 'bad_gateway',
  type: 'WEBHOOK_REFUSED',
  message: 'The destination did not accept the request.',
});
export const notDelivered = defineError({
  id: 'fabric.not_delivered',
  kind: 'bad_gateway',
  type: 'NOT_DELIVERED',
  message: 'The notification did not reach every channel.',
});

export const runNotEnded = defineError({
  id: 'fabric.run_not_ended',
  kind: 'conflict',
  message: 'The run has not ended yet.',
});
export const stepsChanged = defineError({
  id: 'fabric.steps_changed',
  kind: 'conflict',
  message: 'Earlier steps were changed since; run it from the first.',
});
export const notADeadLetter = defineError({
  id: 'fabric.not_a_dead_letter',
  kind: 'conflict',
  message: 'The run is no dead letter, or was replayed already.',
});

export const tooManyBacktests = defineError({
  id: 'fabric.too_many_backtests',
  kind: 'conflict',
  message: 'Three backtests of the organization are under way; wait for one to end.',
});
