import type { SecondFactor } from '../../contract.ts';

/** The authenticator app as a kind of second factor. */
export const totpKind: SecondFactor = {
  method: 'totp',
  async isEnrolled(sql, user_id) {
    const row = await sql
      .selectFrom('totp_factors')
      .select('id')
      .where('user_id', '=', user_id)
      .where('enabled_at', 'is not', null)
      .executeTakeFirst();
    return row !== undefined;
  },
  async remove({ sql }, user_id) {
    await sql.deleteFrom('totp_factors').where('user_id', '=', user_id).execute();
  },
};
