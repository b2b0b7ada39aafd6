import { setTimeout as pause } from 'node:timers/promises';
import type { Public } from '@patchbay/kernel/di';
import { type Principal, systemPrincipal } from '@patchbay/kernel/permissions';
import type { SecretBox } from '@patchbay/kernel/secrets';
import type { Clock, Logger } from '@patchbay/kernel/telemetry';
import type { VendorSession, VendorValue } from '@patchbay/module-gateway/contract';
import type { Controllers } from '@patchbay/module-inventory/contract';
import type { ApplyInput, Push } from '../contract.ts';
import { gateClosed, notSentInTime, outcomeUnknown, staleChange } from '../errors.ts';
import type { AttemptLeases } from './attempt-leases.ts';
import { type AttemptLedger, type Claim, LEASE_SECONDS } from './attempt-ledger.ts';
import { type AttemptResult, failedBefore } from './attempt-outcome.ts';
import type { FeatureIndex } from './feature-index.ts';
import { isStale, readLive, SINGLETON_ID } from './live-reader.ts';
import type { LiveValues } from './live-values.ts';
import { pushOf, pushToDevice } from './push-to-device.ts';
import type { AttemptSettling, Settled } from './settle-attempt.ts';
import { Turns } from './turns.ts';

export interface ApplierDeps {
  readonly ledger: Public<AttemptLedger>;
  readonly settling: Public<AttemptSettling>;
  readonly leases: Public<AttemptLeases>;
  readonly live: Public<LiveValues>;
  readonly controllers: Pick<Controllers, 'remember'>;
  readonly features: Public<FeatureIndex>;
  readonly secrets: SecretBox;
  readonly logger: Logger;
  readonly clock: Clock;
}

const MOST_WAITING = 2_000;
const LONGEST_WAIT_MS = 10_000;
/** A push begins while at least this much of its lease is left, or not at all. */
const LEASE_MARGIN_MS = 5_000;
/** A pushed change whose outcome cannot be stored is worth waiting for a database that restarts. */
const SETTLE_PAUSES_MS = [0, 100, 500, 2_000];

/**
 * The only way to a device. The attempt is committed before anything is sent; no transaction is open while
 * the device is talked to; whatever happens in between, the change is pushed at most once per apply.
 */
export class Applier {
  readonly #deps: ApplierDeps;
  readonly #turns = new Turns(MOST_WAITING, LONGEST_WAIT_MS);

  constructor(deps: ApplierDeps) {
    this.#deps = deps;
  }

  /** Throws the refusals of DECISIONS 20, adapter errors, and `changes.outcome_unknown`. */
  async apply(principal: Principal, id: string, input: ApplyInput): Promise<Settled> {
    const claim = await this.#claim(principal, id, input);
    const release = this.#deps.leases.hold(claim.attempt.id);
    try {
      return await this.#drive(principal, claim);
    } finally {
      release();
    }
  }

  async #claim(principal: Principal, id: string, input: ApplyInput): Promise<Claim> {
    const claiming = this.#turns.take(id, () => this.#deps.ledger.claim(principal, id, input));
    try {
      return await claiming;
    } catch (refusal) {
      if (gateClosed.matches(refusal) && input.accept_stale !== true) await this.#preferStale(principal, id);
      throw refusal;
    }
  }

  /** Staleness outranks the gate (DECISIONS 20), but only reading the device can tell. */
  async #preferStale(principal: Principal, id: string): Promise<void> {
    if (await this.#deps.live.isStaleNow(principal, id)) throw staleChange();
  }

  async #drive(principal: Principal, claim: Claim): Promise<Settled> {
    const { change, feature } = claim;
    let session: VendorSession | null;
    let before: VendorValue | null;
    let push: Push;
    try {
      session = await this.#deps.live.open(principal, feature, change.controller_id);
      push = pushOf(claim, this.#deps.secrets);
      before = await readLive(feature, session, change);
    } catch (error) {
      const result = failedBefore(error, { target_id: change.target_id, before: null, after: null });
      return this.#finish(principal, claim, result);
    }
    if (isStale(feature, change, before) && claim.input.accept_stale !== true) {
      await this.#deps.settling.withdraw(claim, { value: before });
      throw staleChange();
    }
    const markedMs = this.#deps.clock.monotonicMs();
    await this.#markSent(principal, claim);
    if (this.#isTooLate(markedMs)) {
      const result = failedBefore(notSentInTime(), { target_id: change.target_id, before, after: null });
      return this.#finish(principal, claim, result);
    }
    const { result, verified } = await pushToDevice(feature, session, push, before);
    const settled = await this.#finish(principal, claim, result);
    if (verified !== undefined) await this.#remember(claim, result, verified);
    return settled;
  }

  async #markSent(principal: Principal, claim: Claim): Promise<void> {
    let isOurs: boolean;
    try {
      isOurs = await this.#deps.ledger.markSent(principal, claim);
    } catch (refusal) {
      await this.#deps.settling.withdraw(claim);
      throw refusal;
    }
    if (!isOurs) throw outcomeUnknown();
  }

  /**
   * A process that stood still after marking may have been taken for dead, and the change pushed by another.
   * The lease began no earlier than the marking was asked for.
   */
  #isTooLate(markedMs: number): boolean {
    return this.#deps.clock.monotonicMs() - markedMs > LEASE_SECONDS * 1_000 - LEASE_MARGIN_MS;
  }

  /** Stores the outcome; throws what the caller is to be told unless it succeeded. */
  async #finish(principal: Principal, claim: Claim, result: AttemptResult): Promise<Settled> {
    const settled = await this.#settle(principal, claim, result);
    if (settled === null) throw outcomeUnknown();
    if (result.failure !== null) throw result.failure;
    return settled;
  }

  async #settle(principal: Principal, claim: Claim, result: AttemptResult): Promise<Settled | null> {
    const { settling, logger } = this.#deps;
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

  /** The next diff starts from what was read back; if that cannot be kept, the next sync mends it. */
  async #remember(
    { change, feature }: Claim,
    { target_id }: AttemptResult,
    value: VendorValue | null,
  ): Promise<void> {
    const object_id = feature.singleton ? SINGLETON_ID : target_id;
    if (object_id === null || feature.read === undefined) return;
    const { controllers, features } = this.#deps;
    const system = systemPrincipal(change.organization_id);
    try {
      await controllers.remember(system, change.controller_id, features.objectsOf(feature), object_id, value);
    } catch (error) {
      this.#deps.logger.warn('a verified value could not be kept', { change_id: change.id, error });
    }
  }
}
