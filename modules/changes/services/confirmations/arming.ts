import { withDeadline } from '@patchbay/kernel/concurrency';
import { type Public, Service } from '@patchbay/kernel/di';
import type { Principal } from '@patchbay/kernel/permissions';
import type { Clock } from '@patchbay/kernel/telemetry';
import { AdapterError, type VendorSession, type VendorValue } from '@patchbay/vendor-kit';
import { cannotConfirm, notSentInTime, outcomeUnknown } from '../../errors/index.ts';
import type { HeldLease } from '../applying/attempt-leases.ts';
import type { AttemptLedger, Claim } from '../applying/attempt-ledger.ts';
import { fencedPush } from '../applying/fenced-push.ts';
import { pushLimitMs } from '../applying/push-limit.ts';
import { doneBy } from '../undo/done-by.ts';
import { inverseOf } from '../undo/inverse-of.ts';
import type { EndingClaims } from './ending-claims.ts';

const ARM_TIMEOUT_MS = 8_000;
export const KEEP_TIMEOUT_MS = 10_000;
/** The device acts this much after the time to confirm: pushes and confirmations under way end before. */
export const DEVICE_GRACE_SECONDS = 30;
const SHORTEST_PUSH_MS = 5_000;
/** Between the last moment of a push and the device taking it back. */
const PUSH_MARGIN_MS = 2_000;

/** Prepared roll-back of the push. */
export interface Armed {
  readonly token: string | null;
  /** Throws `changes.not_sent_in_time` when the device would act in the middle of a push. */
  maxPushMs(): number;
}

/** Roll-back to disarm; uncertain while the order to arm may still be on its way. */
export interface MayBeArmed {
  readonly token: string | null;
  readonly isCertain?: boolean;
}

/** By which an armed device knows one attempt, in every process. */
export const armedName = (attemptId: string): string => `patchbay-${attemptId}`;

/** Makes sure, before a push, that what is not confirmed can be taken back. */
export class Arming extends Service<{
  ledger: Pick<Public<AttemptLedger>, 'markArming'>;
  claims: Pick<Public<EndingClaims>, 'disarmed'>;
  clock: Clock;
}> {
  /** Throws what the adapter says, or the refusal that names why nothing would undo the change. */
  async prepare(
    principal: Principal,
    claim: Claim,
    lease: HeldLease,
    session: VendorSession | null,
    before: VendorValue | null,
  ): Promise<Armed> {
    const { attempt, change, feature } = claim;
    const ready: Armed = { token: null, maxPushMs: () => pushLimitMs(feature) };
    if (attempt.confirm_mechanism === null || attempt.confirm_seconds === null) return ready;
    if (attempt.confirm_mechanism === 'device') {
      return this.#arm(principal, claim, lease, session, attempt.confirm_seconds);
    }
    const { operation, target_id } = change;
    // A creation's object is known only afterwards; deleting it needs nothing else.
    if (operation !== 'create')
      inverseOf(feature, doneBy(feature, change, { target_id, before, after: null }), { isWhole: true });
    return ready;
  }

  async #arm(
    principal: Principal,
    claim: Claim,
    lease: HeldLease,
    session: VendorSession | null,
    seconds: number,
  ): Promise<Armed> {
    const confirm = session?.confirm;
    if (confirm === undefined) throw cannotConfirm();
    if (!(await lease.begin(() => this.parts.ledger.markArming(principal, claim)))) throw outcomeUnknown();
    const actsAtMs = this.parts.clock.monotonicMs() + (seconds + DEVICE_GRACE_SECONDS) * 1_000;
    const token = await fencedPush(
      ARM_TIMEOUT_MS,
      () => lease.isOurs(),
      () => confirm.arm(armedName(claim.attempt.id), seconds + DEVICE_GRACE_SECONDS),
      () => late('did not take the order to take changes back'),
    );
    const maxPushMs = (): number => {
      const leftMs = actsAtMs - this.parts.clock.monotonicMs() - PUSH_MARGIN_MS;
      if (leftMs < SHORTEST_PUSH_MS) throw notSentInTime();
      return Math.min(pushLimitMs(claim.feature), leftMs);
    };
    return { token, maxPushMs };
  }

  /**
   * After a push that did nothing; a device that cannot be reached now is disarmed later by the waiting job. So
   * is one whose arming was not answered: the order may still be on its way.
   */
  async disarm({ attempt }: Claim, session: VendorSession | null, armed: MayBeArmed): Promise<boolean> {
    if (attempt.confirm_mechanism !== 'device' || session?.confirm === undefined) return true;
    try {
      const told = session.confirm.keep(armed.token ?? armedName(attempt.id));
      await withDeadline(KEEP_TIMEOUT_MS, told, () => late('did not answer'));
      if (armed.isCertain ?? true) await this.parts.claims.disarmed(attempt);
      return true;
    } catch {
      return false;
    }
  }
}

const late = (what: string): AdapterError =>
  new AdapterError('adapter_timeout', 'unknown', `The controller ${what} in time.`);
