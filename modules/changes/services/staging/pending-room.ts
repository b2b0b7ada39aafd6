import { type Database, exempt, sql, type Tables, type UnitOfWork } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import type { Kysely } from 'kysely';
import { tooManyPending } from '../../errors/index.ts';

/** More than are ever staged at once: further away from the limit no lock is needed. */
const NEAR = 500;
const counting = exempt('changes.count-pending', 'people held to some sites do not see what else is pending');

/** Holds an organization to a number of pending changes, those included that the stager may not see. */
export class PendingRoom extends Service<{ database: Pick<Database, 'asSystem'>; most: number }> {
  /** Throws `changes.too_many_pending`; near the limit the organization's stagings follow each other. */
  async assert(work: UnitOfWork): Promise<void> {
    if ((await this.#count(work)) < this.parts.most - NEAR) return;
    await sql`select pg_advisory_xact_lock(hashtext('changes.pending'), hashtext(${work.organization_id}))`.execute(
      work.sql,
    );
    if ((await this.#count(work)) < this.parts.most) return;
    throw tooManyPending({ message: `${tooManyPending.message} There may be ${this.parts.most}.` });
  }

  #count(work: UnitOfWork): Promise<number> {
    const count = (db: Kysely<Tables>) => this.#countIn(db, work.organization_id);
    return work.principal.site_ids === null ? count(work.sql) : this.parts.database.asSystem(counting, count);
  }

  async #countIn(db: Kysely<Tables>, organization_id: string): Promise<number> {
    const { rows } = await sql<{ readonly count: number }>`
      select count(*)::integer as count from (
        select from pending_changes
        where organization_id = ${organization_id} and status = 'pending' limit ${this.parts.most}) as pending
    `.execute(db);
    return rows[0]?.count ?? 0;
  }
}
