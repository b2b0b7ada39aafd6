import { sql, type UnitOfWork } from '@patchbay/kernel/database';
import type { ChangeRow } from '../record/change-view.ts';

export interface Occupied {
  /** An attempt of another change works on the same object. */
  readonly isTargetBusy: boolean;
  /** Taking one of two changes of this controller back would take the other back too. */
  readonly isControllerBusy: boolean;
}

const FREE: Occupied = { isTargetBusy: false, isControllerBusy: false };

/**
 * Until the end of the transaction: claims of one controller pass beside each other, except one whose device would
 * take back everything that happens on it meanwhile.
 */
export async function lockController(
  work: UnitOfWork,
  { controller_id }: Pick<ChangeRow, 'controller_id'>,
  isExclusive: boolean,
): Promise<void> {
  const lock = sql.raw(isExclusive ? 'pg_advisory_xact_lock' : 'pg_advisory_xact_lock_shared');
  await sql`select ${lock}(hashtext('changes.controller'), hashtext(${controller_id}))`.execute(work.sql);
}

/** What open attempts of other changes stand in the way of this one; `isWhole` when its device takes everything back. */
export async function occupiedBy(
  work: UnitOfWork,
  change: Pick<ChangeRow, 'id' | 'controller_id'>,
  target_key: string,
  isWhole: boolean,
): Promise<Occupied> {
  const { rows } = await sql<Occupied>`
    select coalesce(bool_or(md5(target_key) = md5(${target_key})), false) as "isTargetBusy",
      coalesce(bool_or(${isWhole}::boolean or confirm_mechanism = 'device'), false) as "isControllerBusy"
    from change_attempts
    where controller_id = ${change.controller_id} and change_id <> ${change.id}
      and outcome in ('running', 'awaiting_confirmation')`.execute(work.sql);
  return rows[0] ?? FREE;
}
