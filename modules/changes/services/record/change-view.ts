import type { Tables } from '@patchbay/kernel/database';
import type { Selectable } from 'kysely';
import type { AttemptView, ChangeView } from '../../schemas/changes.ts';
import { targetOf } from './target-name.ts';

export type ChangeRow = Selectable<Tables['pending_changes']>;
export type AttemptRow = Selectable<Tables['change_attempts']>;
export type CommentRow = Selectable<Tables['change_comments']>;

/** A change as every route answers it. `conflicts` are other pending changes of its object. */
export function viewOfChange(row: ChangeRow, conflicts: readonly string[] = []): ChangeView {
  const {
    sealed_payload,
    kept_secrets,
    payload_hash,
    permission,
    base,
    base_known,
    causation,
    approvals_required,
    ...shown
  } = row;
  return {
    ...shown,
    target_name: targetOf(row),
    diff: [...shown.diff],
    approvals: { required: approvals_required ?? 0, given: 0, votes: [] },
    warnings: [...shown.warnings],
    conflicts: [...conflicts],
  };
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
    confirm_seconds,
    armed_at,
    confirm_token,
    ending,
    ending_until,
    ending_by,
    revert_sent_at,
    ...shown
  } = row;
  return shown;
}
