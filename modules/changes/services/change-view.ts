import type { Tables } from '@patchbay/kernel/database';
import type { Selectable } from 'kysely';
import type { AttemptView, ChangeView } from '../views.ts';

export type ChangeRow = Selectable<Tables['pending_changes']>;
export type AttemptRow = Selectable<Tables['change_attempts']>;

/** A change as every route answers it (WIRE). */
export function viewOfChange(row: ChangeRow): ChangeView {
  const { sealed_payload, payload_hash, permission, base, base_known, causation, ...shown } = row;
  return { ...shown, diff: [...shown.diff], approvals: [] };
}

/** An attempt as every route answers it. */
export function viewOfAttempt(row: AttemptRow): AttemptView {
  const {
    organization_id,
    controller_id,
    site_id,
    target_key,
    payload_hash,
    owner_id,
    lease_until,
    ...shown
  } = row;
  return shown;
}
