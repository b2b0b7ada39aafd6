import { forbidden, type PatchbayError } from '@patchbay/kernel/errors';
import type { PermissionMap, Principal } from '@patchbay/kernel/permissions';
import type { StagedFeature, WriteNeeds } from '@patchbay/vendor-kit';
import type { ApplyInput } from '../../contract.ts';
import {
  alreadyRunning,
  cannotConfirm,
  controllerBusy,
  featureUnavailable,
  forceRequired,
  gateClosed,
  notPending,
  targetBusy,
  unacknowledged,
} from '../../errors/index.ts';
import { type ApprovalTally, missingApproval } from '../approvals/approval-tally.ts';
import { type ActiveFreeze, frozenBy } from '../freezes/freeze-now.ts';
import type { ChangeRow } from '../record/change-view.ts';
import { writeRefusal } from '../weighing/write-needs.ts';

/** Facts by which an apply is judged, read inside the claiming transaction. */
export interface ApplyFacts {
  readonly change: ChangeRow;
  /** Undefined while the module that brings it is off. */
  readonly feature: StagedFeature | undefined;
  /** Worked out just now from what is stored. */
  readonly needs: WriteNeeds;
  /** As read just now, not as the request came in. */
  readonly principal: Principal;
  readonly permissions: PermissionMap;
  readonly input: ApplyInput;
  readonly isTargetBusy: boolean;
  /** Taking one of two changes of its controller back would take the other back too. */
  readonly isControllerBusy?: boolean;
  /** Mechanism of a roll-back if it is not confirmed; null without one. */
  readonly confirm?: 'device' | 'inverse' | null;
  /** Tally of its votes; absent where no approvals are required. */
  readonly tally?: ApprovalTally | undefined;
  /** Refusal of another module. */
  readonly guarded?: PatchbayError | undefined;
  /** The freeze that holds at its site now. */
  readonly freeze?: ActiveFreeze | undefined;
  readonly isGateOpen: boolean;
}

export type ApplyCheck = (facts: ApplyFacts) => PatchbayError | undefined;

const mayApply: ApplyCheck = ({ needs, principal, permissions }) =>
  principal.kind === 'system' ? forbidden() : writeRefusal(permissions, principal, needs);

const isForced: ApplyCheck = ({ input }) => (input.force === true ? undefined : forceRequired());

const isPending: ApplyCheck = ({ change }) => (change.status === 'pending' ? undefined : notPending());

const isUnguarded: ApplyCheck = ({ guarded }) => guarded;

const isThawed: ApplyCheck = ({ freeze }) => (freeze === undefined ? undefined : frozenBy(freeze));

const isIdle: ApplyCheck = ({ change }) => (isOpen(change) ? alreadyRunning() : undefined);

const isAcknowledged: ApplyCheck = ({ change, input }) =>
  change.last_outcome === 'unknown' && input.acknowledge_unknown !== true ? unacknowledged() : undefined;

const isTargetFree: ApplyCheck = ({ isTargetBusy }) => (isTargetBusy ? targetBusy() : undefined);

const isControllerFree: ApplyCheck = ({ isControllerBusy = false }) =>
  isControllerBusy ? controllerBusy() : undefined;

const isAvailable: ApplyCheck = ({ feature }) => (feature === undefined ? featureUnavailable() : undefined);

const canBeTakenBack: ApplyCheck = ({ input, confirm = null }) =>
  input.confirm_within_seconds !== undefined && confirm === null ? cannotConfirm() : undefined;

const isApproved: ApplyCheck = ({ tally }) => (tally === undefined ? undefined : missingApproval(tally));

const isGateOpen: ApplyCheck = (facts) => (facts.isGateOpen ? undefined : gateClosed());

/** The order of DECISIONS 20; staleness follows the claim, since only the device shows it. */
export const APPLY_CHECKS: readonly ApplyCheck[] = Object.freeze([
  mayApply,
  isForced,
  isPending,
  isUnguarded,
  isThawed,
  isIdle,
  isAcknowledged,
  isTargetFree,
  isControllerFree,
  isAvailable,
  canBeTakenBack,
  isApproved,
  isGateOpen,
]);

/** Checks repeated right before the push: authority, approvals and gate may be gone meanwhile (RULES R7). */
export const PUSH_CHECKS: readonly ApplyCheck[] = Object.freeze([
  mayApply,
  isUnguarded,
  isThawed,
  isAvailable,
  isApproved,
  isGateOpen,
]);

/** Checks of a confirmation; only the device's own mechanism sends something. */
export const CONFIRM_CHECKS: readonly ApplyCheck[] = Object.freeze([mayApply, isAvailable]);

/** Running or awaiting confirmation: neither applied nor discarded meanwhile (DECISIONS 19). */
export const isOpen = (change: Pick<ChangeRow, 'last_outcome'>): boolean =>
  change.last_outcome === 'running' || change.last_outcome === 'awaiting_confirmation';

/** Throws what the first failing check says. */
export function assertAll(checks: readonly ApplyCheck[], facts: ApplyFacts): void {
  for (const check of checks) {
    const refused = check(facts);
    if (refused !== undefined) throw refused;
  }
}

const OBSTACLE_CHECKS = APPLY_CHECKS.filter((check) => check !== mayApply && check !== isForced);
const STATE_CHECKS = [isPending, isIdle];

/** Everything that stands against an apply beside rights; of a change whose state alone refuses it, no more than that. */
export function obstaclesIn(facts: ApplyFacts): readonly PatchbayError[] {
  const isRefusedByState = STATE_CHECKS.some((check) => check(facts) !== undefined);
  return (isRefusedByState ? STATE_CHECKS : OBSTACLE_CHECKS).flatMap((check) => check(facts) ?? []);
}
