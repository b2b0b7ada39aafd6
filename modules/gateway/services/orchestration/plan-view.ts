import type { PlanView } from '../../schemas/orchestration.ts';
import { cellCounts, type PlanController, type VlanPlan } from './vlan-plans.ts';

/** A plan as the route answers it. */
export function planView(plan: VlanPlan, nowMs: number): PlanView {
  const { site_id, layer, brain, rows, extra, controllers } = plan;
  const shown = (controller: PlanController) =>
    controllerView(controller, brain?.controller_id ?? null, nowMs);
  return {
    site_id,
    layer,
    brain: brain && { ...brain },
    controllers: controllers.filter(({ is_read }) => is_read).map(shown),
    unread: controllers.filter(({ is_read }) => !is_read).map(shown),
    vlans: rows.map(({ cells, ...vlan }) => ({
      ...vlan,
      cells: cells.map(({ write, differences, ...cell }) => ({
        ...cell,
        differences: [...differences],
        action: write?.operation ?? null,
      })),
    })),
    extra: [...extra],
    counts: cellCounts(plan),
  };
}

function controllerView(
  { id, name, vendor, status, last_sync_at, gap }: PlanController,
  brain_id: string | null,
  nowMs: number,
): PlanView['controllers'][number] {
  const ageMs = last_sync_at === null ? null : nowMs - Date.parse(last_sync_at);
  return {
    id,
    name,
    vendor,
    role: id === brain_id ? 'brain' : 'limb',
    status,
    last_sync_at,
    age_seconds: ageMs === null ? null : Math.max(0, Math.floor(ageMs / 1_000)),
    gap,
  };
}
