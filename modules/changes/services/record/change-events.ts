import type { UnitOfWork } from '@patchbay/kernel/database';
import type { EventDeclaration } from '@patchbay/kernel/events';
import type { ChangeEventPayload } from '../../contract.ts';
import type { ChangeRow } from './change-view.ts';

interface Occasion {
  readonly actor_id: string | null;
  readonly causation: readonly string[];
  readonly target_id?: string | null;
  readonly reason?: string;
}

/** Publishes one of the three change events in the unit of the change (SPEC 6.1). */
export function publishChange(
  work: UnitOfWork,
  event: EventDeclaration<typeof ChangeEventPayload>,
  change: ChangeRow,
  { actor_id, causation, target_id, reason }: Occasion,
): void {
  const payload = {
    change_id: change.id,
    controller_id: change.controller_id,
    feature: change.feature,
    operation: change.operation,
    target_id: target_id ?? change.target_id,
    vendor: change.vendor,
    status: change.status,
    site_id: change.site_id,
    applied_at: change.applied_at,
    actor_id,
    ...(reason === undefined ? {} : { reason }),
  };
  work.events.publish(event, payload, { site_id: change.site_id, causation });
}
