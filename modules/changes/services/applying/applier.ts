import { setTimeout as pause } from 'node:timers/promises';
import { KeyedQueue } from '@patchbay/kernel/concurrency';
import { type Public, Service } from '@patchbay/kernel/di';
import type { Principal } from '@patchbay/kernel/permissions';
import type { SecretBox } from '@patchbay/kernel/secrets';
import type { Logger } from '@patchbay/kernel/telemetry';
import { AdapterError, type Push, type VendorSession, type VendorValue } from '@patchbay/vendor-kit';
import type { ApplyInput } from '../../contract.ts';
import {
  gateClosed,
  notSentInTime,
  outcomeUnknown,
  staleChange,
  tooManyWaiting,
} from '../../errors/index.ts';
import { approvalMissing, changeRejected } from '../../errors/reviews.ts';
import { sealedToken } from '../confirmations/armed-token.ts';
import type { Armed, Arming } from '../confirmations/arming.ts';
import { isReadable, isStale, readLive } from '../live/live-reader.ts';
import type { LiveValues } from '../live/live-values.ts';
import type { VerifiedValues } from '../live/verified-values.ts';
import { withLiveSecrets } from '../secrets/live-secrets.ts';
import type { AttemptLeases, HeldLease } from './attempt-leases.ts';
import type { AttemptLedger, Claim, StillWanted } from './attempt-ledger.ts';
import { type AttemptResult, awaiting, failedBefore, mayStand } from './attempt-outcome.ts';
import type { AttemptSettling, Settled } from './attempt-settling.ts';
import { type PushResult, pushOf, pushToDevice } from './push-to-device.ts';

export interface ApplierDeps {
  readonly ledger: Omit<Public<AttemptLedger>, 'obstacles'>;
  readonly settling: Public<AttemptSettling>;
  readonly leases: Public<AttemptLeases>;
  readonly live: Omit<Public<LiveValues>, 'look' | 'openThrough'>;
  readonly arming: Public<Arming>;
  readonly verified: Public<VerifiedValues>;
  readonly secrets: SecretBox;
  readonly logger: Logger;
}

/** Applies that claim one change go one after another: a thousand of them hold one database connection. */
const CLAIMS = {
  maxTasks: 2_000,
  maxWaiting: 2_000,
  maxWaitMs: 10_000,
  refusal: () => tooManyWaiting({ retryAfterSeconds: 1 }),
};
/** A pushed change whose outcome cannot be stored is worth waiting for a database that restarts. */
const SETTLE_PAUSES_MS = [0, 100, 500, 2_000];

const isOutranked = (refusal: unknown): boolean =>
  [gateClosed, approvalMissing, changeRejected].some((each) => each.matches(refusal));

/**
 * The only way to a device. The attempt is committed before anything is sent; no transaction is open during the
 * exchange; in any case the change is pushed at most once per apply.
 */
export class Applier extends Service<ApplierDeps> {
  readonly #claims = new KeyedQueue(CLAIMS);

  /**
   * Throws the refusals of DECISIONS 20, adapter errors, and `changes.outcome_unknown`; and what `still` throws,
   * which is asked once, together with the claim.
   */
  async apply(principal: Principal, id: string, input: ApplyInput, still?: StillWanted): Promise<Settled> {
    const claim = await this.#claim(principal, id, input, still);
    const lease = this.parts.leases.hold(claim.attempt.id);
    try {
      return await this.#drive(principal, claim, lease);
    } finally {
      lease.release();
    }
  }

  async #claim(principal: Principal, id: string, input: ApplyInput, still?: StillWanted): Promise<Claim> {
    const claiming = this.#claims.run(id, () => this.parts.ledger.claim(principal, id, input, still));
    try {
      return await claiming;
    } catch (refusal) {
      if (isOutranked(refusal) && input.accept_stale !== true) await this.#preferStale(principal, id);
      throw refusal;
    }
  }

  /** Staleness outranks approvals and the gate (DECISIONS 20), but only reading the device shows it. */
  async #preferStale(principal: Principal, id: string): Promise<void> {
    if (await this.parts.live.isStaleNow(principal, id)) throw staleChange();
  }

  async #drive(principal: Principal, claim: Claim, lease: HeldLease): Promise<Settled> {
    const { change, feature } = claim;
    let session: VendorSession | null;
    let before: VendorValue | null;
    let staged: Push;
    try {
      session = await claim.open();
      staged = pushOf(claim, this.parts.secrets);
      before = await readLive(feature, session, change);
    } catch (error) {
      const result = failedBefore(error, { target_id: change.target_id, before: null, after: null });
      return this.#finish(principal, claim, result);
    }
    if (isStale(feature, change, before) && claim.input.accept_stale !== true) {
      await this.parts.settling.withdraw(claim, { value: before });
      throw staleChange();
    }
    const known = { target_id: change.target_id, before, after: null };
    let push: Push;
    try {
      // After the look at staleness, which outranks a secret that cannot be found again.
      push = before === null ? staged : await withLiveSecrets(feature, session, staged);
    } catch (error) {
      return this.#finish(principal, claim, failedBefore(error, known));
    }
    let armed: Armed;
    try {
      armed = await this.parts.arming.prepare(principal, claim, lease, session, before);
    } catch (error) {
      await this.parts.arming.disarm(claim, session, {
        token: null,
        isCertain: !(error instanceof AdapterError && error.outcome === 'unknown'),
      });
      return this.#finish(principal, claim, failedBefore(error, known));
    }
    await this.#markSent(principal, claim, lease, session, armed, before);
    const isOurs = () => lease.isOurs();
    let pushed: PushResult;
    try {
      // A process that stood still after marking may have been taken for dead, and the change pushed by another.
      if (!isOurs()) throw notSentInTime();
      pushed = await pushToDevice(feature, session, push, before, isOurs, armed.maxPushMs());
    } catch (refusal) {
      pushed = { result: failedBefore(refusal, known) };
    }
    return this.#conclude(principal, claim, session, armed, pushed);
  }

  /** A change that may stand on the device and must be confirmed waits for that; others are over. */
  async #conclude(
    principal: Principal,
    claim: Claim,
    session: VendorSession | null,
    armed: Armed,
    { result, verified }: PushResult,
  ): Promise<Settled> {
    if (claim.attempt.confirm_mechanism !== null) {
      const isBlind = claim.change.operation === 'create' && result.target_id === null;
      const canGoBack = claim.attempt.confirm_mechanism === 'device' || !isBlind;
      if (mayStand(result) && canGoBack) return this.#finish(principal, claim, awaiting(result));
      if (!mayStand(result)) await this.parts.arming.disarm(claim, session, armed);
    }
    // The value read back stands on the device, whether or not its row can be written.
    const remembering =
      verified === undefined || result.failure !== null
        ? undefined
        : this.parts.verified.remember(claim.change, claim.feature, result.target_id, verified);
    const [settled] = await Promise.all([this.#finish(principal, claim, result), remembering]);
    return settled;
  }

  async #markSent(
    principal: Principal,
    claim: Claim,
    lease: HeldLease,
    session: VendorSession | null,
    armed: Armed,
    before: VendorValue | null,
  ): Promise<void> {
    const { arming, ledger, settling, secrets } = this.parts;
    const confirm_token = sealedToken(secrets, claim.attempt, armed.token);
    let isOurs: boolean;
    try {
      isOurs = await lease.begin(() => ledger.markSent(principal, claim, { before, confirm_token }));
    } catch (refusal) {
      const live = isReadable(claim.feature, claim.change) ? { value: before } : undefined;
      if (await arming.disarm(claim, session, armed)) await settling.withdraw(claim, live);
      // The attempt stays, so that the device can be disarmed later.
      else {
        const known = { target_id: claim.change.target_id, before, after: null };
        await this.#finish(principal, claim, failedBefore(refusal, known));
      }
      throw refusal;
    }
    if (!isOurs) throw outcomeUnknown();
  }

  /** Stores the outcome; throws its error unless it succeeded. */
  async #finish(principal: Principal, claim: Claim, result: AttemptResult): Promise<Settled> {
    const settled = await this.#settle(principal, claim, result);
    if (settled === null) throw outcomeUnknown();
    if (result.failure !== null) throw result.failure;
    return settled;
  }

  async #settle(principal: Principal, claim: Claim, result: AttemptResult): Promise<Settled | null> {
    const { settling, logger } = this.parts;
    for (const pauseMs of SETTLE_PAUSES_MS) {
      try {
        const settled = await settling.settle(claim.attempt, result, { applier: principal });
        return settled ?? (await settling.ended(claim.attempt, result.outcome));
      } catch (error) {
        logger.warn('the outcome of an attempt could not be stored yet', {
          attempt_id: claim.attempt.id,
          error,
        });
        await pause(pauseMs);
      }
    }
    logger.error('the outcome of an attempt could not be stored; it becomes unknown', {
      attempt_id: claim.attempt.id,
    });
    return null;
  }
}
