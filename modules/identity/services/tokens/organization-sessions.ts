import { containing, type Page, readPage, sql, type Unit, type UnitOfWork } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import { notFound } from '@patchbay/kernel/errors';
import type { Clock } from '@patchbay/kernel/telemetry';
import type {
  OpenSession,
  OpenSessionQuery,
  OpenSessions,
  SessionOrigin,
} from '../../contract/open-sessions.ts';
import type { Authority } from '../../contract.ts';

const COLUMNS = [
  'sessions.id',
  'sessions.user_id',
  'users.username',
  'users.role',
  'sessions.ip',
  'sessions.user_agent',
  'sessions.created_at',
  'sessions.last_used_at',
  'sessions.expires_at',
] as const;

/** The open sessions of one organization, for those who look after its users. */
export class OrganizationSessions
  extends Service<{ authority: Pick<Authority, 'changed'>; clock: Clock }>
  implements OpenSessions
{
  list(unit: Unit, { user_id, search, ...cut }: OpenSessionQuery): Promise<Page<OpenSession>> {
    let open = this.#open(unit);
    if (user_id !== undefined) open = open.where('sessions.user_id', '=', user_id);
    if (search !== undefined) {
      const found = containing(search);
      open = open.where(({ eb, or }) =>
        or([
          eb('users.username', 'ilike', found),
          eb('sessions.ip', 'ilike', found),
          eb('sessions.user_agent', 'ilike', found),
        ]),
      );
    }
    return readPage(open.select(COLUMNS), cut, { sort: '-last_used_at', table: 'sessions' });
  }

  async ownerOf(unit: Unit, session_id: string): Promise<Pick<OpenSession, 'user_id' | 'username' | 'role'>> {
    const owner = await this.#open(unit)
      .select(['sessions.user_id', 'users.username', 'users.role'])
      .where('sessions.id', '=', session_id)
      .executeTakeFirst();
    if (owner === undefined) throw notFound();
    return owner;
  }

  async countOf(unit: Unit, user_id: string): Promise<number> {
    const { open } = await this.#open(unit)
      .select(sql<number>`count(*)`.as('open'))
      .where('sessions.user_id', '=', user_id)
      .executeTakeFirstOrThrow();
    return open;
  }

  async originsOf(
    { sql: trx }: Unit,
    session_ids: readonly string[],
  ): Promise<ReadonlyMap<string, SessionOrigin>> {
    if (session_ids.length === 0) return new Map();
    const rows = await trx
      .selectFrom('sessions')
      .select(['id', 'ip', 'user_agent'])
      .where('id', 'in', [...session_ids])
      .execute();
    return new Map(rows.map(({ id, ip, user_agent }) => [id, { ip, user_agent }]));
  }

  async end(work: UnitOfWork, session_id: string, reason: string): Promise<void> {
    const ended = await work.sql
      .updateTable('sessions')
      .set({ revoked_at: this.parts.clock.now().toISOString(), revoked_reason: reason })
      .where('id', '=', session_id)
      .where('revoked_at', 'is', null)
      .returning('user_id')
      .executeTakeFirst();
    if (ended === undefined) throw notFound();
    work.afterCommit(() => this.parts.authority.changed(ended.user_id));
  }

  async endAllOf(work: UnitOfWork, user_id: string): Promise<void> {
    const ended = await work.sql
      .updateTable('users')
      .set((row) => ({ token_version: row('token_version', '+', 1) }))
      .where('id', '=', user_id)
      .where('deleted_at', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (ended === undefined) throw notFound();
    work.afterCommit(() => this.parts.authority.changed(user_id));
  }

  #open({ sql: trx }: Unit) {
    return trx
      .selectFrom('sessions')
      .innerJoin('users', 'users.id', 'sessions.user_id')
      .whereRef('sessions.token_version', '=', 'users.token_version')
      .where('users.deleted_at', 'is', null)
      .where('sessions.revoked_at', 'is', null)
      .where('sessions.expires_at', '>', this.parts.clock.now().toISOString());
  }
}
