import type { Database } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import type { Principal } from '@patchbay/kernel/permissions';
import type { Changes, ChangeView } from '@patchbay/module-changes/contract';
import type { FoundVlan } from '@patchbay/vendor-kit';
import type { SyncedController, SyncedControllers } from '../../contract.ts';
import { type CanonicalVlan, canonicalOfAll, canonicalOfBrain, firstOfEach } from './canonical-vlans.ts';
import { matchingChange } from './pending-writes.ts';
import { type BrainView, brainOf, type SiteBrains } from './site-brains.ts';
import { type CellState, cellOf, type VlanCell } from './vlan-cells.ts';

export type PlanController = SyncedController<'vlans'>;

export interface PlanCell extends VlanCell {
  readonly controller_id: string;
  /** A pending change that would write exactly this. */
  readonly pending_change_id: string | null;
}

export interface PlanRow extends CanonicalVlan {
  readonly cells: readonly PlanCell[];
}

/** VLANs of a site on its controllers, as their last syncs found them. */
export interface VlanPlan {
  readonly site_id: string;
  /** 2 with a brain, 1 without. */
  readonly layer: 1 | 2;
  readonly brain: BrainView | null;
  /** Controllers of the rows' cells, oldest first: all but the brain. */
  readonly limbs: readonly PlanController[];
  readonly controllers: readonly PlanController[];
  readonly rows: readonly PlanRow[];
  /** VLANs of limbs that the site is not to have; only a brain can say so. */
  readonly extra: readonly (FoundVlan & { readonly controller_id: string })[];
}

const PER_PAGE = 200;
const MAX_PENDING_PAGES = 10;

export interface VlanPlansDeps {
  readonly database: Pick<Database, 'read'>;
  readonly brains: Pick<SiteBrains, 'assertSite'>;
  readonly synced: SyncedControllers;
  readonly changes: Pick<Changes, 'list'>;
}

/** Compares; nothing is contacted, and nothing is staged. */
export class VlanPlans extends Service<VlanPlansDeps> {
  /** Throws `kernel.not_found`, `gateway.too_wide`. */
  async of(principal: Principal, site_id: string): Promise<VlanPlan> {
    const { database, brains, synced } = this.parts;
    await brains.assertSite(principal, site_id);
    const chosen = await database.read(principal, (unit) => brainOf(unit, site_id));
    const brain = chosen.controller_id === null ? null : chosen;
    const controllers = await synced.read(principal, { site_id }, 'vlans');
    const readable = controllers.filter(({ is_read }) => is_read);
    const found = new Map(readable.map((one) => [one.id, one.reading?.read(one.objects) ?? []]));
    const canonical = brain
      ? canonicalOfBrain(found.get(brain.controller_id ?? '') ?? [])
      : canonicalOfAll([...found.values()]);
    const limbs = readable.filter(({ id }) => id !== brain?.controller_id);
    const pending = await this.#pending(principal, site_id);
    const rows = canonical.map((wanted) => ({
      ...wanted,
      cells: limbs.map((limb) => planCell(wanted, limb, found.get(limb.id) ?? [], pending)),
    }));
    const known = new Set(canonical.map(({ vlan_id }) => vlan_id));
    const isJudged = brain !== null && found.has(brain.controller_id ?? '');
    const extra = isJudged
      ? limbs.flatMap(({ id }) =>
          firstOfEach(found.get(id) ?? [])
            .filter(({ vlan_id }) => !known.has(vlan_id))
            .map((vlan) => ({ ...vlan, controller_id: id })),
        )
      : [];
    return { site_id, layer: brain ? 2 : 1, brain, limbs, controllers, rows, extra };
  }

  /** Changes that are pending already, so that the same is not staged twice. */
  async #pending(principal: Principal, site_id: string): Promise<readonly ChangeView[]> {
    const found: ChangeView[] = [];
    for (let page = 1; page <= MAX_PENDING_PAGES; page += 1) {
      const filter = { site_id, status: 'pending' };
      const { items } = await this.parts.changes.list(principal, filter, { page, per_page: PER_PAGE });
      found.push(...items);
      if (items.length < PER_PAGE) break;
    }
    return found;
  }
}

function planCell(
  wanted: CanonicalVlan,
  limb: PlanController,
  vlans: readonly FoundVlan[],
  pending: readonly ChangeView[],
): PlanCell {
  const nothing: VlanCell = { state: 'missing', found: null, differences: [], write: null, refused: null };
  const cell = limb.reading ? cellOf(wanted, vlans, limb.reading, limb.objects) : nothing;
  const waiting = cell.write ? matchingChange(pending, limb, cell.write) : undefined;
  return { ...cell, controller_id: limb.id, pending_change_id: waiting?.id ?? null };
}

/** Counts cells by state. */
export const cellCounts = ({ rows, extra }: VlanPlan): Record<CellState | 'extra', number> => {
  const counts = { present: 0, missing: 0, differs: 0, conflict: 0, extra: extra.length };
  for (const { cells } of rows) for (const { state } of cells) counts[state] += 1;
  return counts;
};
