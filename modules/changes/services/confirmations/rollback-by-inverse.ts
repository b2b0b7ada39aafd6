import { type Public, Service } from '@patchbay/kernel/di';
import { systemPrincipal } from '@patchbay/kernel/permissions';
import type { Clock } from '@patchbay/kernel/telemetry';
import type { WriteGate } from '@patchbay/module-system/contract';
import { LeaseTerm } from '@patchbay/runs';
import type { StagedFeature, VendorSession } from '@patchbay/vendor-kit';
import { featureUnavailable, gateClosed } from '../../errors/index.ts';
import { type AttemptResult, mayStand, reverted, unknownEnd } from '../applying/attempt-outcome.ts';
import { pushToDevice } from '../applying/push-to-device.ts';
import type { LiveValues } from '../live/live-values.ts';
import type { VerifiedValues } from '../live/verified-values.ts';
import type { ChangeRow } from '../record/change-view.ts';
import { withLiveSecrets } from '../secrets/live-secrets.ts';
import type { FeatureIndex } from '../staging/feature-index.ts';
import { doneBy } from '../undo/done-by.ts';
import { inverseOf } from '../undo/inverse-of.ts';
import type { Ending, EndingClaims } from './ending-claims.ts';
import { type Shown, shownOf } from './stands-as-before.ts';

export interface ByInverseDeps {
  readonly features: Public<FeatureIndex>;
  readonly live: Pick<Public<LiveValues>, 'open'>;
  readonly claims: Public<EndingClaims>;
  readonly gate: Pick<WriteGate, 'isOpen'>;
  readonly verified: Public<VerifiedValues>;
  readonly clock: Clock;
}

/** Well before the claim under which it is taken back ends. */
const MAX_TERM_MS = 60_000;
const BACK = 'The change was not confirmed in time; it was taken back.';

/**
 * Rolls a change back by pushing its inverse, at most once: a process that stops in the middle leaves the mark of
 * its push, and the next one only reads. The apply's permission covers this; the gate holds all the same.
 */
export class RollbackByInverse extends Service<ByInverseDeps> {
  /** The outcome, or the reason why it must wait. Throws `AdapterError` and the refusals of an undo. */
  async judge(change: ChangeRow, ending: Ending): Promise<AttemptResult | string> {
    const feature = this.parts.features.find(change.feature);
    if (feature === undefined) return featureUnavailable.message;
    const session = await this.parts.live.open(
      systemPrincipal(change.organization_id),
      feature,
      change.controller_id,
    );
    const shown = await shownOf(feature, session, change, ending);
    const known = { target_id: ending.target_id, before: ending.before, after: ending.after };
    if (shown?.isAsBefore) {
      await this.parts.verified.remember(change, feature, ending.target_id, shown.live);
      return reverted(BACK, known);
    }
    if (ending.revert_sent_at !== null) return this.#pushedBefore(feature, change, ending, shown);
    if (!(await this.parts.gate.isOpen())) return gateClosed.message;
    return this.#push(feature, session, change, ending);
  }

  async #push(
    feature: StagedFeature,
    session: VendorSession | null,
    change: ChangeRow,
    ending: Ending,
  ): Promise<AttemptResult | string> {
    const { claims, verified, clock } = this.parts;
    const { target_id, before, after } = ending;
    const { operation, organization_id, controller_id, site_id } = change;
    const inverse = inverseOf(feature, doneBy(feature, change, ending));
    const push = await withLiveSecrets(feature, session, {
      attempt_id: ending.id,
      place: { organization_id, controller_id, site_id },
      operation: inverse.operation,
      target_id: inverse.target_id,
      payload: inverse.payload,
    });
    const term = new LeaseTerm(clock, MAX_TERM_MS);
    if (!(await term.begin(() => claims.markReverting(ending)))) return 'Another process is taking it back.';
    const { result, verified: value } = await pushToDevice(feature, session, push, after, () =>
      term.isOurs(),
    );
    if (result.outcome === 'succeeded') {
      if (value !== undefined) await verified.remember(change, feature, result.target_id, value);
      if (operation === 'create') await verified.remember(change, feature, target_id, null);
      const again =
        operation === 'delete' ? ` It was made again as ${result.target_id ?? 'a new object'}.` : '';
      return reverted(`${BACK}${again}`, { target_id, before, after });
    }
    // Known to have done nothing, it may be tried again; else the next check decides.
    if (!mayStand(result)) await claims.unmarkReverting(ending);
    return `Taking it back failed: ${result.error ?? result.outcome}`;
  }

  /** A deleted object was made again under another id, which only the lost answer named. */
  #pushedBefore(
    { key }: StagedFeature,
    { operation }: ChangeRow,
    { target_id, before, after }: Ending,
    shown: Shown | undefined,
  ): AttemptResult {
    const what =
      operation === 'delete'
        ? 'look for a new object with the old fields'
        : 'compare it with what stood before';
    return unknownEnd(
      `Taking the change of ${key} back was begun, and how that ended is not known: ${what}.`,
      {
        target_id,
        before,
        after: shown?.live ?? after,
      },
    );
  }
}
