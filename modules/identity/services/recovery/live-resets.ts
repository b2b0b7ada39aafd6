import { type Kysely, sql, type Tables } from '@patchbay/kernel/database';

/** A reset that was asked for, with whom it is for as they are now. */
export interface FoundReset {
  readonly id: string;
  readonly user_id: string;
  readonly organization_id: string;
  readonly email: string;
  readonly username: string;
  readonly expires_at: string;
  /** Not used, not run out, not overtaken, and its user may still sign in and has the same address. */
  readonly is_live: boolean;
}

/** The reset of this id, live or not. */
export const findReset = (trx: Kysely<Tables>, reset_id: string, at: Date): Promise<FoundReset | undefined> =>
  trx
    .selectFrom('password_resets as reset')
    .innerJoin('users', 'users.id', 'reset.user_id')
    .innerJoin('organizations', 'organizations.id', 'reset.organization_id')
    .where('reset.id', '=', reset_id)
    .select([
      'reset.id',
      'reset.user_id',
      'reset.organization_id',
      'users.email',
      'users.username',
      'reset.expires_at',
      sql<boolean>`reset.used_at is null and reset.superseded_at is null
        and reset.expires_at > ${at.toISOString()}::timestamptz and reset.email_key = users.email_key
        and users.is_active and users.deleted_at is null
        and organizations.is_active and organizations.deleted_at is null`.as('is_live'),
    ])
    .executeTakeFirst();

/** Ends whatever resets of the user are open; to be called after the user's row was locked. */
export async function supersedeResets(trx: Kysely<Tables>, user_id: string, at: Date): Promise<void> {
  await trx
    .updateTable('password_resets')
    .set({ superseded_at: at.toISOString() })
    .where('user_id', '=', user_id)
    .where('used_at', 'is', null)
    .where('superseded_at', 'is', null)
    .execute();
}
