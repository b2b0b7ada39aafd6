import { type Database, sql, type UnitOfWork } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import { unauthenticated } from '@patchbay/kernel/errors';
import type { Principal, ProofKeeper } from '@patchbay/kernel/permissions';
import type { Proofs } from '../../contract/proofs.ts';

const FRESH_MINUTES = 5;
const FRESH = sql<string>`make_interval(mins => ${sql.lit(FRESH_MINUTES)})`;

/**
 * When sessions last showed who their user is, by the database's clock (DECISIONS 45). A sign-in shows it; a
 * refresh does not.
 */
export class SessionProofs extends Service<{ database: Database }> implements ProofKeeper, Proofs {
  isFresh(principal: Principal): Promise<boolean> {
    const { session_id, user_id } = principal;
    if (session_id === null) return Promise.resolve(false);
    return this.parts.database.read(principal, async ({ sql: trx }) => {
      const fresh = await trx
        .selectFrom('sessions')
        .select('id')
        .where('id', '=', session_id)
        .where('user_id', '=', user_id)
        .where('proven_at', '>', sql<string>`now() - ${FRESH}`)
        .executeTakeFirst();
      return fresh !== undefined;
    });
  }

  async renew(work: UnitOfWork, method: string): Promise<{ readonly valid_until: string }> {
    const { session_id, user_id } = work.principal;
    const renewed = await work.sql
      .updateTable('sessions')
      .set({ proven_at: sql<string>`now()` })
      .where('id', '=', session_id)
      .where('user_id', '=', user_id)
      .where('revoked_at', 'is', null)
      .returning(sql<string>`proven_at + ${FRESH}`.as('valid_until'))
      .executeTakeFirst();
    if (renewed === undefined) throw unauthenticated();
    const detail = { method };
    work.audit.record({
      action: 'auth.reauthenticated',
      target_type: 'session',
      target_id: session_id,
      detail,
    });
    return renewed;
  }
}
