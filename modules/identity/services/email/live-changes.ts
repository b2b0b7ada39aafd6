import { type Kysely, sql, type Tables } from '@patchbay/kernel/database';

/** Another address that was asked for, with whom it is for as they are now. */
export interface FoundChange {
  readonly id: string;
  readonly user_id: string;
  readonly organization_id: string;
  readonly username: string;
  readonly new_email: string;
  readonly expires_at: string;
  /** Not confirmed, run out or overtaken, and its user is as they were when they asked. */
  readonly is_live: boolean;
}

const changesOf = (trx: Kysely<Tables>, at: Date) =>
  trx
    .selectFrom('email_changes as change')
    .innerJoin('users', 'users.id', 'change.user_id')
    .innerJoin('organizations', 'organizations.id', 'change.organization_id')
    .select([
      'change.id',
      'change.user_id',
      'change.organization_id',
      'users.username',
      'change.new_email',
      'change.expires_at',
      sql<boolean>`change.confirmed_at is null and change.superseded_at is null
        and change.expires_at > ${at.toISOString()}::timestamptz
        and change.token_version = users.token_version and change.old_email = users.email
        and users.is_active and users.deleted_at is null
        and organizations.is_active and organizations.deleted_at is null`.as('is_live'),
    ]);

/** The change of this id, live or not. */
export const findChange = (trx: Kysely<Tables>, id: string, at: Date): Promise<FoundChange | undefined> =>
  changesOf(trx, at).where('change.id', '=', id).executeTakeFirst();

/** The address that waits for its confirmation; null when none does. */
export async function pendingEmail(trx: Kysely<Tables>, user_id: string, at: Date): Promise<string | null> {
  const newest = await changesOf(trx, at)
    .where('change.user_id', '=', user_id)
    .where('change.confirmed_at', 'is', null)
    .where('change.superseded_at', 'is', null)
    .orderBy('change.id', 'desc')
    .executeTakeFirst();
  return newest?.is_live ? newest.new_email : null;
}

/** Ends changes of the user that wait; answers how many. To be called after the user's row was locked. */
export async function supersedeChanges(trx: Kysely<Tables>, user_id: string, at: Date): Promise<number> {
  const ended = await trx
    .updateTable('email_changes')
    .set({ superseded_at: at.toISOString() })
    .where('user_id', '=', user_id)
    .where('confirmed_at', 'is', null)
    .where('superseded_at', 'is', null)
    .returning('id')
    .execute();
  return ended.length;
}
