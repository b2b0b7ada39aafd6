import { defineError } from '@patchbay/kernel/errors';
import { reviewErrors } from './reviews.ts';

export const tooManyPending = defineError({
  id: 'changes.too_many_pending',
  kind: 'conflict',
  message: 'The organization has reached its limit of pending changes; apply or discard some first.',
});
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
  message: 'Another change of the same object is being applied; try again after it.',
});
export const unacknowledged = defineError({
  id: 'changes.unacknowledged',
  kind: 'conflict',
  message:
    'The outcome of the last attempt is unknown: the device may have acted. Check it, then apply with "acknowledge_unknown": true or discard with force=true.',
});
export const ownedByOrchestration = defineError({
  id: 'changes.owned_by_orchestration',
  kind: 'conflict',
  message:
    'Orchestration owns this feature on the brain of the site, which is only read: change it on the device itself, or choose another brain.',
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
export const payloadAltered = defineError({
  id: 'changes.payload_altered',
  kind: 'conflict',
  message:
    'The stored change differs from the one that was staged and reviewed. Nothing was sent; stage it anew.',
});
export const secretNeeded = defineError({
  id: 'changes.secret_needed',
  kind: 'conflict',
  message:
    'The device does not show a secret that this change keeps, and would lose it. Nothing was sent; stage the change anew with the secret entered.',
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

export const cannotConfirm = defineError({
  id: 'changes.cannot_confirm',
  kind: 'conflict',
  message:
    'This change cannot be rolled back automatically, so it cannot be applied with "confirm_within_seconds".',
});
export const controllerBusy = defineError({
  id: 'changes.controller_busy',
  kind: 'conflict',
  message:
    'A change of this controller awaits confirmation, or this one would: the device would roll both back. Try again after the other.',
});
export const notAwaiting = defineError({
  id: 'changes.not_awaiting_confirmation',
  kind: 'conflict',
  message: 'No attempt on this change awaits confirmation.',
});
export const confirmationOver = defineError({
  id: 'changes.confirmation_over',
  kind: 'conflict',
  message: 'The time to confirm is over; the change is being rolled back.',
});
export const confirmationRunning = defineError({
  id: 'changes.confirmation_running',
  kind: 'conflict',
  message: 'Another confirmation of this change is under way; wait for its outcome.',
});
export const notApplied = defineError({
  id: 'changes.not_applied',
  kind: 'conflict',
  message: 'Only an applied change can be undone; discard a pending one.',
});
export const noInverse = defineError({
  id: 'changes.no_inverse',
  kind: 'conflict',
  message: 'This change cannot be undone: it was a command, or the touched object is not known.',
});
export const nothingToUndo = defineError({
  id: 'changes.nothing_to_undo',
  kind: 'conflict',
  message: 'The change altered nothing on the device.',
});
export const secretsNotKept = defineError({
  id: 'changes.secrets_not_kept',
  kind: 'conflict',
  message:
    'Secrets are not stored, so they cannot be restored; stage the change by hand with the secrets entered.',
});
export const cannotUnset = defineError({
  id: 'changes.cannot_unset',
  kind: 'conflict',
  message: 'Fields that were not set before cannot be cleared; stage the change by hand.',
});

export const errors = [
  ...reviewErrors,
  tooManyPending,
  cannotConfirm,
  controllerBusy,
  notAwaiting,
  confirmationOver,
  confirmationRunning,
  notApplied,
  noInverse,
  nothingToUndo,
  secretsNotKept,
  cannotUnset,
  forceRequired,
  notPending,
  staleChange,
  alreadyRunning,
  targetBusy,
  ownedByOrchestration,
  unacknowledged,
  featureUnavailable,
  gateClosed,
  payloadAltered,
  secretNeeded,
  notVerified,
  outcomeUnknown,
  tooManyWaiting,
  notSentInTime,
];
