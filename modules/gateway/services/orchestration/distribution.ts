import type { Database } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import { type ErrorDetail, validationFailed } from '@patchbay/kernel/errors';
import type { Principal } from '@patchbay/kernel/permissions';
import type { ChangeSetsService, ChangeSetView, Changes } from '@patchbay/module-changes/contract';
import type { VlanWrite } from '@patchbay/vendor-kit';
import { brainUnread, nothingToDistribute, tooMuchToDistribute } from '../../errors.ts';
import { featureKey } from './pending-writes.ts';
import type { CellState } from './vlan-cells.ts';
import type { PlanController, VlanPlan, VlanPlans } from './vlan-plans.ts';

/** Part of a plan that is to be staged; without fields all of it. */
export interface DistributionChoice {
  readonly name?: string | undefined;
  readonly notes?: string | undefined;
  readonly vlan_ids?: readonly number[] | undefined;
  readonly controller_ids?: readonly string[] | undefined;
  /** States that are written to; both by default. */
  readonly states?: readonly ('missing' | 'differs')[] | undefined;
  /** Conflicts that are to be written over, cell by cell; no other way touches one. */
  readonly overwrite?: readonly { readonly controller_id: string; readonly vlan_id: number }[] | undefined;
  /** Count of changes that go first; by default those of one limb. Null: all at once. */
  readonly canary?: number | null | undefined;
}

interface Order {
  readonly limb: PlanController;
  readonly vlan_id: number;
  readonly write: VlanWrite;
}

/** As many as a change set holds. */
const MOST = 200;

export interface DistributionDeps {
  readonly database: Pick<Database, 'write'>;
  readonly plans: Pick<VlanPlans, 'of'>;
  readonly changes: Pick<Changes, 'stage'>;
  readonly sets: Pick<ChangeSetsService, 'create'>;
}

/** Turns a plan into one change set for review. Nothing is written to a device, and never anything to the brain. */
export class Distribution extends Service<DistributionDeps> {
  /**
   * Throws `gateway.nothing_to_distribute`, `gateway.brain_unread`, `gateway.too_much_to_distribute`,
   * `kernel.validation_failed`, and the errors of staging; then nothing is staged.
   */
  async stage(principal: Principal, site_id: string, choice: DistributionChoice): Promise<ChangeSetView> {
    const plan = await this.parts.plans.of(principal, site_id);
    assertChoice(plan, choice);
    if (
      plan.brain &&
      !plan.controllers.some(({ id, is_read }) => is_read && id === plan.brain?.controller_id)
    )
      throw brainUnread();
    const orders = inSteps(ordersOf(plan, choice));
    if (orders.length === 0) throw nothingToDistribute();
    if (orders.length > MOST) throw tooMuchToDistribute();
    const { name = 'VLANs of the site', notes } = choice;
    const canary = choice.canary === undefined ? canaryOf(orders) : choice.canary;
    return this.parts.database.write(principal, async (work) => {
      const changes: string[] = [];
      for (const { limb, vlan_id, write } of orders) {
        const { operation, target_id, payload } = write;
        const { id } = await this.parts.changes.stage(
          principal,
          {
            controller_id: limb.id,
            site_id: plan.site_id,
            feature: featureKey(limb, write),
            operation,
            payload,
            notes: notes ?? `VLAN ${vlan_id} of the site`,
            ...(target_id === undefined ? {} : { target_id }),
          },
          work,
        );
        changes.push(id);
      }
      work.audit.record({
        action: 'gateway.vlans.distribute',
        target_type: 'site',
        target_id: site_id,
        detail: { layer: plan.layer, changes: changes.length },
      });
      return this.parts.sets.create(principal, { name, changes, canary });
    });
  }
}

function ordersOf(plan: VlanPlan, choice: DistributionChoice): readonly Order[] {
  const { vlan_ids, controller_ids, states = ['missing', 'differs'], overwrite = [] } = choice;
  const isChosen = (state: CellState, controller_id: string, vlan_id: number): boolean =>
    state === 'conflict'
      ? overwrite.some((cell) => cell.controller_id === controller_id && cell.vlan_id === vlan_id)
      : states.some((wanted) => wanted === state);
  const limbs = new Map(plan.limbs.map((limb) => [limb.id, limb]));
  return plan.rows.flatMap(({ vlan_id, cells }) =>
    cells.flatMap(({ controller_id, state, write, pending_change_id }) => {
      const limb = limbs.get(controller_id);
      if (!limb || write === null || pending_change_id !== null) return [];
      if (vlan_ids && !vlan_ids.includes(vlan_id)) return [];
      if (controller_ids && !controller_ids.includes(controller_id)) return [];
      return isChosen(state, controller_id, vlan_id) ? [{ limb, vlan_id, write }] : [];
    }),
  );
}

/** Limb by limb, the one with the least to do first: if that goes wrong, least is touched. */
function inSteps(orders: readonly Order[]): readonly Order[] {
  const byLimb = [...Map.groupBy(orders, ({ limb }) => limb.id).values()];
  return byLimb.toSorted((one, other) => one.length - other.length).flat();
}

/** The changes of the first limb; of a single one its first change. */
function canaryOf(orders: readonly Order[]): number | null {
  const [first] = orders;
  const ofFirst = orders.filter(({ limb }) => limb.id === first?.limb.id).length;
  if (ofFirst < orders.length) return ofFirst;
  return orders.length > 1 ? 1 : null;
}

/** Everything in the choice must stand in the plan, and the brain never does. */
function assertChoice(
  plan: VlanPlan,
  { vlan_ids = [], controller_ids = [], overwrite = [] }: DistributionChoice,
): void {
  const details: ErrorDetail[] = [];
  const isLimb = (id: string): boolean => plan.limbs.some((limb) => limb.id === id);
  const cellState = (controller_id: string, vlan_id: number): CellState | undefined =>
    plan.rows
      .find((row) => row.vlan_id === vlan_id)
      ?.cells.find((cell) => cell.controller_id === controller_id)?.state;
  for (const [index, id] of vlan_ids.entries())
    if (!plan.rows.some(({ vlan_id }) => vlan_id === id))
      details.push({ field: `vlan_ids.${index}`, message: `${id} is no VLAN of the site`, type: 'unknown' });
  for (const [index, id] of controller_ids.entries())
    if (!isLimb(id))
      details.push({
        field: `controller_ids.${index}`,
        message: id === plan.brain?.controller_id ? 'the brain is only read' : 'is no limb of the site',
        type: id === plan.brain?.controller_id ? 'read_only' : 'unknown',
      });
  for (const [index, { controller_id, vlan_id }] of overwrite.entries())
    if (cellState(controller_id, vlan_id) !== 'conflict')
      details.push({ field: `overwrite.${index}`, message: 'is no conflict of the plan', type: 'unknown' });
  if (details.length > 0) throw validationFailed({ details });
}
