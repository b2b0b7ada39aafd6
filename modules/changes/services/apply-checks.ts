import { forbidden, type PatchbayError } from '@patchbay/kernel/errors';
import { decide, type PermissionMap, type Principal, refusal } from '@patchbay/kernel/permissions';
import type { ApplyInput, StagedFeature } from '../contract.ts';
import {
  alreadyRunning,
  featureUnavailable,
  forceRequired,
  gateClosed,
  notPending,
  targetBusy,
  unacknowledged,
} from '../errors.ts';
import type { ChangeRow } from './change-view.ts';
import { accessTo } from './feature-index.ts';

/** Everything an apply is judged by, read inside the claiming transaction. */
export interface ApplyFacts {
  readonly change: ChangeRow;
  /** Undefined while the module that brings it is off. */
  readonly feature: StagedFeature | undefined;
  /** As read just now, not as the request came in. */
  readonly principal: Principal;
  readonly permissions: PermissionMap;
  readonly input: ApplyInput;
  readonly isTargetBusy: boolean;
  readonly isGateOpen: boolean;
}

export type ApplyCheck = (facts: ApplyFacts) => PatchbayError | undefined;

const mayApply: ApplyCheck = ({ change, feature, principal, permissions }) => {
  if (principal.kind === 'system') return forbidden();
  const verdict = decide(permissions, principal, accessTo(feature ?? change));
  return verdict.allowed ? undefined : refusal(verdict);
};

const isForced: ApplyCheck = ({ input }) => (input.force === true ? undefined : forceRequired());

const isPending: ApplyCheck = ({ change }) => (change.status === 'pending' ? undefined : notPending());

const isIdle: ApplyCheck = ({ change }) => (isOpen(change) ? alreadyRunning() : undefined);

const isAcknowledged: ApplyCheck = ({ change, input }) =>
  change.last_outcome === 'unknown' && input.acknowledge_unknown !== true ? unacknowledged() : undefined;

const isTargetFree: ApplyCheck = ({ isTargetBusy }) => (isTargetBusy ? targetBusy() : undefined);

const isAvailable: ApplyCheck = ({ feature }) => (feature === undefined ? featureUnavailable() : undefined);

const isGateOpen: ApplyCheck = (facts) => (facts.isGateOpen ? undefined : gateClosed());

/** The order of DECISIONS 20; staleness follows the claim, since it is the device that tells. */
export const APPLY_CHECKS: readonly ApplyCheck[] = Object.freeze([
  mayApply,
  isForced,
  isPending,
  isIdle,
  isAcknowledged,
  isTargetFree,
  isAvailable,
  isGateOpen,
]);

/** What is looked at once more right before the push: authority and gate may be gone meanwhile (RULES R7). */
export const PUSH_CHECKS: readonly ApplyCheck[] = Object.freeze([mayApply, isAvailable, isGateOpen]);

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
