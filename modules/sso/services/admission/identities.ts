import { sql, type UnitOfWork } from '@patchbay/kernel/database';
import { newId } from '@patchbay/kernel/schema';
import type { AssertedIdentity, SignInProvider } from './sign-in-provider.ts';

export interface KnownIdentity {
  readonly user_id: string;
  readonly is_creator: boolean;
}

/** User of this subject at the provider; notes the use. */
export function useIdentity(
  { sql: trx }: UnitOfWork,
  provider: SignInProvider,
  { issuer, subject }: AssertedIdentity,
  at: Date,
): Promise<KnownIdentity | undefined> {
  return trx
    .updateTable('sso_identities')
    .set({ last_used_at: at.toISOString(), updated_at: sql<string>`now()` })
    .where('provider_id', '=', provider.id)
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .returning(['user_id', 'is_creator'])
    .executeTakeFirst();
}

/** True if the provider means this user by some subject already. */
export async function isMeant(
  { sql: trx }: UnitOfWork,
  provider: SignInProvider,
  { issuer }: AssertedIdentity,
  user_id: string,
): Promise<boolean> {
  const row = await trx
    .selectFrom('sso_identities')
    .select('id')
    .where('provider_id', '=', provider.id)
    .where('issuer', '=', issuer)
    .where('user_id', '=', user_id)
    .executeTakeFirst();
  return row !== undefined;
}

export async function addIdentity(
  { sql: trx, organization_id }: UnitOfWork,
  provider: SignInProvider,
  { issuer, subject }: AssertedIdentity,
  { user_id, is_creator }: KnownIdentity,
  at: Date,
): Promise<void> {
  await trx
    .insertInto('sso_identities')
    .values({
      id: newId(),
      organization_id,
      provider_id: provider.id,
      issuer,
      subject,
      user_id,
      is_creator,
      last_used_at: at.toISOString(),
    })
    .execute();
}
