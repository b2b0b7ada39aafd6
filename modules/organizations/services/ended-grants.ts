import { sql, type UnitOfWork } from '@patchbay/kernel/database';

/** Rows of one transaction. */
export const MAX_ENDED = 500;

/** Of one user and site, or whatever there is in the organization. */
export interface EndedOf {
  readonly user_id: string;
  readonly site_id: string;
}

/**
 * Closes grants that ran out and records each, once. Their rows stay: a user whose grants all ran out sees no
 * site, until they are revoked. Answers how many it closed.
 */
export async function closeEnded(work: UnitOfWork, of?: EndedOf): Promise<number> {
  const due = work.sql
    .selectFrom('site_grants')
    .select('id')
    .where('ended_at', 'is', null)
    .where('deleted_at', 'is', null)
    .where('expires_at', '<=', sql<string>`now()`)
    .$if(of !== undefined, (query) =>
      query.where('user_id', '=', String(of?.user_id)).where('site_id', '=', String(of?.site_id)),
    )
    .orderBy('id')
    .limit(MAX_ENDED)
    .forNoKeyUpdate();
  const closed = await work.sql
    .updateTable('site_grants')
    .set({ ended_at: sql<string>`now()`, updated_at: sql<string>`now()` })
    .where('id', 'in', due)
    .where('ended_at', 'is', null)
    .returning(['id', 'user_id', 'site_id', 'expires_at'])
    .execute();
  for (const { id, ...detail } of closed)
    work.audit.record({ action: 'site_access.expire', target_type: 'site_grant', target_id: id, detail });
  return closed.length;
}
