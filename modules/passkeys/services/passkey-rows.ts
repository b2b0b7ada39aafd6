import { columnsOf, TableRows, type Unit, type UnitOfWork } from '@patchbay/kernel/database';
import { newId } from '@patchbay/kernel/schema';
import { PasskeySchema, type PasskeyView } from '../schemas.ts';
import type { Descriptor, NewCredential } from './credential.ts';

export const passkeys = new TableRows('passkeys', {
  columns: columnsOf(PasskeySchema),
  searched: ['name'],
  sort: '-created_at',
  ties: 'asc',
  softDeleteColumn: null,
});

/** Authenticators that sign in browsers on behalf of a user of the unit's organization. */
export const descriptorsOf = ({ sql: trx }: Unit, user_id: string): Promise<readonly Descriptor[]> =>
  trx
    .selectFrom('passkeys')
    .select(['credential_id', 'transports'])
    .where('user_id', '=', user_id)
    .orderBy('id')
    .execute();

/** The new row, or undefined when the credential is registered already, by any user. */
export const insertPasskey = (
  work: UnitOfWork,
  user_id: string,
  name: string,
  { transports, ...credential }: NewCredential,
): Promise<PasskeyView | undefined> =>
  work.sql
    .insertInto('passkeys')
    .values({
      id: newId(),
      organization_id: work.organization_id,
      user_id,
      name,
      ...credential,
      transports: [...transports],
    })
    .onConflict((conflict) => conflict.constraint('passkeys_credential_key').doNothing())
    .returning(passkeys.columns)
    .executeTakeFirst();

/** The user's handle, made when first asked for; the caller has locked the user's row. */
export async function handleOf(work: UnitOfWork, user_id: string, fresh: () => string): Promise<string> {
  const known = await work.sql
    .selectFrom('passkey_handles')
    .select('handle')
    .where('user_id', '=', user_id)
    .executeTakeFirst();
  if (known !== undefined) return known.handle;
  const { handle } = await work.sql
    .insertInto('passkey_handles')
    .values({ id: newId(), organization_id: work.organization_id, user_id, handle: fresh() })
    .returning('handle')
    .executeTakeFirstOrThrow();
  return handle;
}
