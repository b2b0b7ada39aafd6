import type { UnitOfWork } from '@patchbay/kernel/database';
import { viewCreated, viewDeleted, viewUpdated } from '../contract.ts';

/** A view as its record and its event tell it. */
interface Told {
  readonly id: string;
  readonly name: string;
  readonly page: string;
  readonly owner_id: string;
  readonly is_shared: boolean;
}

/**
 * The record of a change, and its event where others saw the view before it or see it now. Records are read by others
 * than the owner: of a private view they tell the page alone.
 */
export function noted(work: UnitOfWork, before: Told | null, after: Told | null): void {
  const view = after ?? before;
  if (view === null) return;
  const { id, name, page, owner_id, is_shared } = view;
  const verb = before === null ? 'create' : after === null ? 'delete' : 'update';
  const event = eventOf(before?.is_shared ?? false, after?.is_shared ?? false);
  if (event !== null) work.events.publish(event, { view_id: id, name, page, owner_id });
  work.audit.record({
    action: `views.${verb}`,
    target_type: 'view',
    target_id: id,
    detail: { page, is_shared, ...(event === null ? {} : { name }) },
  });
}

function eventOf(was: boolean, is: boolean) {
  if (was && is) return viewUpdated;
  if (is) return viewCreated;
  return was ? viewDeleted : null;
}
