import type { Unit } from '@patchbay/kernel/database';
import type { Principal } from '@patchbay/kernel/permissions';

/** A user's present grant to an application. */
export interface OpenGrant {
  readonly id: string;
  readonly scopes: readonly string[];
}

/** The grant that still holds, or null: one from before a change of password, factors or role does not. */
export async function openGrant(
  { sql: trx }: Unit,
  application_id: string,
  { user_id, token_version }: Principal,
): Promise<OpenGrant | null> {
  const row = await trx
    .selectFrom('oauth2_grants')
    .select(['id', 'scopes'])
    .where('user_id', '=', user_id)
    .where('application_id', '=', application_id)
    .where('token_version', '=', token_version)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}
