import type { ReplyOf } from '@patchbay/client';

export type Plan = ReplyOf<'GET', '/gateway/sites/{site_id}/vlan-plan'>;
export type PlanVlan = Plan['vlans'][number];
export type PlanCell = PlanVlan['cells'][number];
export type CellState = PlanCell['state'];
export type WrittenState = 'missing' | 'differs';

/** Choice to align: whole VLANs on whole controllers, and conflicts cell by cell. */
export interface Choice {
  readonly vlan_ids: ReadonlySet<number>;
  readonly controller_ids: ReadonlySet<string>;
  readonly states: ReadonlySet<WrittenState>;
  /** `controller vlan` of conflicts that are written over. */
  readonly overwrite: ReadonlySet<string>;
}

/** Signs, so that nothing is told by colour alone. */
export const SIGNS: Readonly<Record<CellState | 'canonical', string>> = {
  canonical: '★',
  present: '✓',
  missing: '+',
  differs: '≠',
  conflict: '!',
};

export const cellKey = (controller_id: string, vlan_id: number): string => `${controller_id} ${vlan_id}`;

const isWritten = (state: CellState): state is WrittenState => state === 'missing' || state === 'differs';

/** Everything that differs, conflicts left out. */
export const wholeChoice = ({ vlans, controllers }: Plan): Choice => ({
  vlan_ids: new Set(vlans.map(({ vlan_id }) => vlan_id)),
  controller_ids: new Set(controllers.filter(({ role }) => role === 'limb').map(({ id }) => id)),
  states: new Set(['missing', 'differs']),
  overwrite: new Set(),
});

/** Whether a cell would be written by this choice. */
export function isChosen(choice: Choice, vlan_id: number, cell: PlanCell): boolean {
  if (cell.action === null || cell.refused !== null || cell.pending_change_id !== null) return false;
  // Without a state the platform would take both.
  if (choice.states.size === 0) return false;
  if (!choice.vlan_ids.has(vlan_id) || !choice.controller_ids.has(cell.controller_id)) return false;
  if (isWritten(cell.state)) return choice.states.has(cell.state);
  return cell.state === 'conflict' && choice.overwrite.has(cellKey(cell.controller_id, vlan_id));
}

/** How many cells would be written. */
export const writesOf = ({ vlans }: Plan, choice: Choice): number =>
  vlans.reduce(
    (sum, { vlan_id, cells }) => sum + cells.filter((cell) => isChosen(choice, vlan_id, cell)).length,
    0,
  );

/** The choice as the platform takes it; only VLANs and controllers of which something is written are named. */
export function distributionOf({ vlans }: Plan, choice: Choice) {
  const chosen = vlans.flatMap(({ vlan_id, cells }) =>
    cells.filter((cell) => isChosen(choice, vlan_id, cell)).map((cell) => ({ vlan_id, cell })),
  );
  return {
    vlan_ids: [...new Set(chosen.map(({ vlan_id }) => vlan_id))],
    controller_ids: [...new Set(chosen.map(({ cell }) => cell.controller_id))],
    states: [...choice.states],
    overwrite: chosen
      .filter(({ cell }) => cell.state === 'conflict')
      .map(({ vlan_id, cell }) => ({ vlan_id, controller_id: cell.controller_id })),
  };
}

/** A set with a value or without it. */
export function toggled<T>(set: ReadonlySet<T>, value: T, isIn: boolean): ReadonlySet<T> {
  const next = new Set(set);
  if (isIn) next.add(value);
  else next.delete(value);
  return next;
}
