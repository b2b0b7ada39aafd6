import { type Public, Service } from '@patchbay/kernel/di';
import type { Principal } from '@patchbay/kernel/permissions';
import {
  adapterFailure,
  type Push,
  type Rehearsal,
  RehearsalStage,
  type StagedFeature,
} from '@patchbay/vendor-kit';
import type { CallsView } from '../../schemas/preview.ts';
import type { LiveValues } from '../live/live-values.ts';
import type { ChangeStore } from '../record/change-store.ts';
import type { ChangeRow } from '../record/change-view.ts';
import type { FeatureIndex } from '../staging/feature-index.ts';
import { shownCall } from './shown-call.ts';

const NOT_OFFERED: CallsView = { is_offered: false, calls: [], is_complete: false, reason: null };

/** A push that waits for a device to get ready waits in vain here. */
const REHEARSAL_MS = 6_000;

/** Finds the requests of a push by rehearsing it: the device is read, and never written to (RULES R24). */
export class ChangeCalls extends Service<{
  store: Public<ChangeStore>;
  features: Public<FeatureIndex>;
  live: Pick<Public<LiveValues>, 'openThrough'>;
}> {
  /** Throws `kernel.not_found`, and adapter errors where the device cannot be read. */
  async of(principal: Principal, id: string): Promise<CallsView> {
    const { store, features } = this.parts;
    const change = await store.find(principal, id);
    const feature = features.find(change.feature);
    const rehearsal = feature && features.rehearsalOf(feature);
    if (change.status !== 'pending' || feature === undefined || rehearsal === undefined) return NOT_OFFERED;
    return this.#rehearsed(principal, change, feature, rehearsal);
  }

  /** With the payload as everybody may see it: secrets are not even opened. */
  async #rehearsed(
    principal: Principal,
    change: ChangeRow,
    feature: StagedFeature,
    rehearsal: Rehearsal,
  ): Promise<CallsView> {
    const { organization_id, controller_id, site_id, operation, target_id, payload } = change;
    const place = { organization_id, controller_id, site_id };
    const push: Push = { attempt_id: change.id, place, operation, target_id, payload };
    const stage = new RehearsalStage(rehearsal);
    const session = await this.parts.live.openThrough(principal, controller_id, stage.through);
    const signal = AbortSignal.timeout(REHEARSAL_MS);
    const { writes, isComplete, failure } = await stage.run(async () =>
      feature.apply(session, { ...push, signal }),
    );
    if (failure !== undefined && writes.length === 0) throw adapterFailure(failure);
    return {
      is_offered: true,
      calls: writes.map((request) => shownCall(request, feature)),
      is_complete: isComplete,
      reason: failure instanceof Error ? failure.message : null,
    };
  }
}
