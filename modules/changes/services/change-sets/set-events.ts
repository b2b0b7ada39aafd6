import type { UnitOfWork } from '@patchbay/kernel/database';
import { changeSetFinished, changeSetProgress } from '../../events/change-sets.ts';
import { type ItemRow, isDone, type SetRow } from './set-rows.ts';

const factsOf = (set: SetRow, items: readonly ItemRow[]) => ({
  change_set_id: set.id,
  name: set.name,
  status: set.status,
  total: items.length,
  done: items.filter(({ outcome }) => isDone(outcome)).length,
  actor_id: set.applied_by,
});

/** Belongs to the site of its change: grants narrow who sees it. */
export function publishProgress(
  work: UnitOfWork,
  set: SetRow,
  items: readonly ItemRow[],
  { change_id, position, outcome, error, site_id }: ItemRow,
): void {
  const payload = { ...factsOf(set, items), change_id, position, outcome, reason: error, site_id };
  work.events.publish(changeSetProgress, payload, { site_id });
}

/** A set over several sites is published to users who see all of them. */
export function publishFinished(work: UnitOfWork, set: SetRow, items: readonly ItemRow[]): void {
  const outcomes: Record<string, number> = {};
  for (const { outcome } of items) outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  const site_id = set.site_ids.length === 1 ? (set.site_ids[0] ?? null) : null;
  work.events.publish(
    changeSetFinished,
    { ...factsOf(set, items), reason: set.reason, outcomes },
    { site_id },
  );
  work.audit.record({
    action: `changes.sets.${set.status}`,
    target_type: 'change_set',
    target_id: set.id,
    detail: { outcomes, reason: set.reason, applied_by: set.applied_by },
  });
}
