import type { Database } from '@patchbay/kernel/database';
import { type Public, Service } from '@patchbay/kernel/di';
import type { PermissionMap, Principal } from '@patchbay/kernel/permissions';
import { adapterFailure, type VendorValue } from '@patchbay/vendor-kit';
import type { Changes } from '../../contract.ts';
import type { PreviewView } from '../../schemas/preview.ts';
import type { AttemptLedger } from '../applying/attempt-ledger.ts';
import type { Approvals } from '../approvals/approvals.ts';
import type { LiveValues } from '../live/live-values.ts';
import { movedFields } from '../live/staleness.ts';
import type { ChangeStore } from '../record/change-store.ts';
import type { ChangeRow } from '../record/change-view.ts';
import type { FeatureIndex } from '../staging/feature-index.ts';
import { floorOf, judgeWrite } from '../weighing/write-needs.ts';

export interface ChangePreviewsDeps {
  readonly database: Database;
  readonly store: Public<ChangeStore>;
  readonly changes: Pick<Changes, 'get'>;
  readonly live: Pick<Public<LiveValues>, 'look'>;
  readonly ledger: Pick<Public<AttemptLedger>, 'obstacles'>;
  readonly approvals: Pick<Public<Approvals>, 'needsStepUp'>;
  readonly features: Public<FeatureIndex>;
  readonly permissions: PermissionMap;
}

/** Says what applying a change would do. Reads only: no claim is made, and nothing is written to a device (RULES R24). */
export class ChangePreviews extends Service<ChangePreviewsDeps> {
  /** With `live` the device is read, which may throw adapter errors. */
  async preview(
    principal: Principal,
    id: string,
    { live: isAsked = false }: { readonly live?: boolean | undefined } = {},
  ): Promise<PreviewView> {
    const { store, changes, features, permissions } = this.parts;
    const change = await store.find(principal, id);
    const [live, view, standing] = await Promise.all([
      isAsked && change.status === 'pending' ? this.#look(principal, change) : undefined,
      changes.get(principal, id),
      this.#standing(principal, change),
    ]);
    const needs = features.needsOn(change);
    const { allowed, reason } = judgeWrite(permissions, principal, needs);
    return {
      change: view,
      seen: change.base_known ? change.base : null,
      live: live?.value ?? null,
      is_read: live !== undefined,
      moved: this.#movedOf(change, live?.value ?? null),
      needs: { permissions: [...needs.permissions], role: floorOf(needs), because: [...needs.because] },
      may_apply: allowed,
      why_not: allowed ? null : reason,
      ...standing,
    };
  }

  #movedOf({ feature: key, payload, base }: ChangeRow, live: VendorValue | null): string[] {
    const feature = this.parts.features.find(key);
    if (feature === undefined || base === null || live === null) return [];
    return [...movedFields(feature, payload, base, live)];
  }

  async #look(principal: Principal, change: ChangeRow) {
    try {
      return await this.parts.live.look(principal, change);
    } catch (error) {
      throw adapterFailure(error);
    }
  }

  #standing(principal: Principal, change: ChangeRow): Promise<Pick<PreviewView, 'step_up' | 'obstacles'>> {
    const { database, ledger, approvals } = this.parts;
    return database.read(principal, async (unit) => {
      const [obstacles, step_up] = await Promise.all([
        ledger.obstacles(unit, change),
        approvals.needsStepUp(unit, change),
      ]);
      return { step_up, obstacles: obstacles.map(({ id, message }) => ({ id, message })) };
    });
  }
}
