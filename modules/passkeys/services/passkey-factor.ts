import type { Kysely, Tables, UnitOfWork } from '@patchbay/kernel/database';
import type { SecondFactor } from '@patchbay/module-identity/contract';

/** Passkeys among the second factors of identity. */
export const passkeyFactor: SecondFactor = Object.freeze({
  method: 'passkey',

  async isEnrolled(sql: Kysely<Tables>, user_id: string): Promise<boolean> {
    const passkey = await sql
      .selectFrom('passkeys')
      .select('id')
      .where('user_id', '=', user_id)
      .limit(1)
      .executeTakeFirst();
    return passkey !== undefined;
  },

  async remove(work: UnitOfWork, user_id: string): Promise<void> {
    const removed = await work.sql
      .deleteFrom('passkeys')
      .where('user_id', '=', user_id)
      .returning('id')
      .execute();
    if (removed.length === 0) return;
    work.audit.record({
      action: 'passkeys.reset',
      target_type: 'user',
      target_id: user_id,
      detail: { passkey_ids: removed.map(({ id }) => id) },
    });
  },
});
