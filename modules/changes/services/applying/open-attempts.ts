import { sql, type Unit, type UnitOfWork } from '@patchbay/kernel/database';
import { type ActiveFreeze, freezeNow } from '../freezes/freeze-now.ts';
import type { ChangeRow } from '../record/change-view.ts';

/** Facts around a change that is about to be pushed, read in one statement. */
export interface Surroundings {
  /** An attempt of another change works on the same object. */
  readonly isTargetBusy: boolean;
  /** Taking one of two changes of this controller back would take the other back too. */
  readonly isControllerBusy: boolean;
  /** The organization has approval policies, or votes were cast on the change. */
  readonly isReviewed: boolean;
  /** The freeze that holds at its site now. */
  readonly freeze: ActiveFreeze | undefined;
}

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

/** `isWhole` when the device of the change takes everything back that happened on it. */
export async function surroundingsOf(
  work: Unit,
  { id, controller_id, site_id }: Pick<ChangeRow, 'id' | 'controller_id' | 'site_id'>,
  target_key: string,
  isWhole: boolean,
): Promise<Surroundings> {
  const { rows } = await sql<Omit<Surroundings, 'freeze'> & ActiveFreeze>`
    select o.*, f.*, exists (select from approval_policies where deleted_at is null)
        or exists (select from change_votes where change_id = ${id}) as "isReviewed"
    from (
      select coalesce(bool_or(md5(target_key) = md5(${target_key})), false) as "isTargetBusy",
        coalesce(bool_or(${isWhole}::boolean or confirm_mechanism = 'device'), false) as "isControllerBusy"
      from change_attempts
      where controller_id = ${controller_id} and change_id <> ${id}
        and outcome in ('running', 'awaiting_confirmation')) o
    left join lateral (${freezeNow(site_id)}) f on true`.execute(work.sql);
  const [row] = rows;
  if (row === undefined) throw new Error('an aggregate answers one row');
  const { reason, ends_at, ...found } = row;
  return { ...found, freeze: reason === null ? undefined : { reason, ends_at } };
}
