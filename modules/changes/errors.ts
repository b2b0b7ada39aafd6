import { defineError } from '@patchbay/kernel/errors';

export const forceRequired = defineError({
  id: 'changes.force_required',
  kind: 'invalid',
  message: 'Applying writes to a live device: review the change, then send "force": true.',
});
export const notPending = defineError({
  id: 'changes.not_pending',
  kind: 'conflict',
  message: 'This change is no longer pending; stage a new one.',
});
export const staleChange = defineError({
  id: 'changes.stale',
  kind: 'conflict',
  message:
    'The live value moved since this change was staged. Review the new diff, then apply with "accept_stale": true, or discard.',
});
export const alreadyRunning = defineError({
  id: 'changes.already_running',
  kind: 'conflict',
  message: 'An attempt on this change is running; wait for its outcome.',
});
export const targetBusy = defineError({
  id: 'changes.target_busy',
  kind: 'conflict',
  message: 'Another change of the same object is being applied; try again when it has finished.',
});
export const unacknowledged = defineError({
  id: 'changes.unacknowledged',
  kind: 'conflict',
  message:
    'The outcome of the last attempt is unknown: the device may have acted. Check it, then apply with "acknowledge_unknown": true or discard with force=true.',
});
export const featureUnavailable = defineError({
  id: 'changes.feature_unavailable',
  kind: 'conflict',
  message: 'The module that can apply this change is switched off; enable it, or discard the change.',
});
export const gateClosed = defineError({
  id: 'changes.gate_closed',
  kind: 'forbidden',
  shape: 'detail',
  message:
    'Writes to devices are switched off: ADAPTER_READ_ONLY is enabled. Nothing was sent; a super administrator can open the gate.',
});
export const notVerified = defineError({
  id: 'changes.not_verified',
  kind: 'bad_gateway',
  type: 'adapter_error',
  message: 'The device took the change but does not show it. Compare the attempt with the live value.',
});
export const outcomeUnknown = defineError({
  id: 'changes.outcome_unknown',
  kind: 'timeout',
  type: 'adapter_timeout',
  message:
    'The outcome is unknown: the device may have acted. Check it, then apply with "acknowledge_unknown": true or discard with force=true.',
});
export const tooManyWaiting = defineError({
  id: 'changes.too_many_waiting',
  kind: 'unavailable',
  message: 'Too many applies are waiting; try again shortly.',
});

export const notSentInTime = defineError({
  id: 'changes.not_sent_in_time',
  kind: 'unavailable',
  message: 'The platform stood still before the push began. Nothing was sent; apply the change again.',
});

export const errors = [
  forceRequired,
  notPending,
  staleChange,
  alreadyRunning,
  targetBusy,
  unacknowledged,
  featureUnavailable,
  gateClosed,
  notVerified,
  outcomeUnknown,
  tooManyWaiting,
  notSentInTime,
];
