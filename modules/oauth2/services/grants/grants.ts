import {
  containing,
  type Database,
  type Page,
  type PageQuery,
  readPage,
  type UnitOfWork,
} from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import { notFound } from '@patchbay/kernel/errors';
import { type Principal, systemPrincipal } from '@patchbay/kernel/permissions';
import type { Clock } from '@patchbay/kernel/telemetry';
import type { Authority } from '@patchbay/module-identity/contract';
import type { GrantView } from '../../schemas/applications.ts';

/** A grant whose code or refresh token came a second time. */
export interface ReplayedGrant {
  readonly grant_id: string;
  readonly organization_id: string;
  readonly application_id: string;
  readonly user_id: string;
}

/** Grants of users to applications: listed by users, ended by them and by replays. */
export class Grants extends Service<{ database: Database; authority: Authority; clock: Clock }> {
  /** The caller's grants that still hold. */
  list(principal: Principal, query: PageQuery): Promise<Page<GrantView>> {
    return this.parts.database.read(principal, async ({ sql: trx }) => {
      let found = trx
        .selectFrom('oauth2_grants as g')
        .innerJoin('oauth2_applications as a', 'a.id', 'g.application_id')
        .innerJoin('users as u', 'u.id', 'g.user_id')
        .where('g.user_id', '=', principal.user_id)
        .where('g.revoked_at', 'is', null)
        .whereRef('g.token_version', '=', 'u.token_version')
        .where('a.deleted_at', 'is', null)
        .where('a.is_active', '=', true);
      if (query.search !== undefined) found = found.where('a.name', 'ilike', containing(query.search));
      const columns = found.select([
        'g.id',
        'g.scopes',
        'g.created_at',
        'g.updated_at',
        'g.last_used_at',
        'a.id as application_id',
        'a.name',
      ]);
      const page = await readPage(columns, query, { sort: '-created_at', table: 'g', ties: 'asc' });
      const items = page.items.map(({ application_id, name, ...grant }) => ({
        ...grant,
        application: { id: application_id, name },
      }));
      return { ...page, items };
    });
  }

  /** Ends one of the caller's own, and every token of it; throws `kernel.not_found` for any other. */
  async remove(principal: Principal, id: string): Promise<void> {
    await this.parts.database.write(principal, async (work) => {
      if (!(await this.#end(work, id, 'user', principal.user_id))) throw notFound();
      work.audit.record({ action: 'oauth2.grants.revoke', target_type: 'oauth2_grant', target_id: id });
    });
  }

  /** A one-time credential came twice: every token of the grant ends (RFC 6749 4.1.2, RFC 9700 4.14). */
  async replayed(grant: ReplayedGrant, what: 'code' | 'refresh_token'): Promise<void> {
    const { grant_id, application_id, user_id } = grant;
    await this.parts.database.write(systemPrincipal(grant.organization_id), async (work) => {
      if (!(await this.#end(work, grant_id, `${what}_replayed`, user_id))) return;
      work.audit.record({
        action: 'oauth2.replay_detected',
        target_type: 'oauth2_grant',
        target_id: grant_id,
        detail: { what, application_id, user_id },
      });
    });
  }

  async #end(work: UnitOfWork, id: string, revoked_reason: string, user_id: string | null): Promise<boolean> {
    const ended = await work.sql
      .updateTable('oauth2_grants')
      .set({ revoked_at: this.parts.clock.now().toISOString(), revoked_reason })
      .where('id', '=', id)
      .where('user_id', '=', user_id)
      .where('revoked_at', 'is', null)
      .returning('user_id')
      .executeTakeFirst();
    if (ended === undefined) return false;
    work.afterCommit(() => this.parts.authority.changed(ended.user_id));
    return true;
  }
}
