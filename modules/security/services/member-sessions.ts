import type { Database, Page, UnitOfWork } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import type { Principal } from '@patchbay/kernel/permissions';
import type {
  Accounts,
  OpenSession,
  OpenSessionQuery,
  OpenSessions,
} from '@patchbay/module-identity/contract';
import { sessionsEnded } from '../contract.ts';
import { assertBelow } from './assert-below.ts';

/** The organization's open sessions, and how those of others are ended. */
export class MemberSessions extends Service<{
  database: Database;
  sessions: OpenSessions;
  accounts: Pick<Accounts, 'lock'>;
}> {
  async list(
    principal: Principal,
    query: OpenSessionQuery,
  ): Promise<Page<OpenSession & { readonly current: boolean }>> {
    const page = await this.parts.database.read(principal, (unit) => this.parts.sessions.list(unit, query));
    const items = page.items.map((each) => ({ ...each, current: each.id === principal.session_id }));
    return { ...page, items };
  }

  /** Throws `kernel.not_found` for a session that is not open, `security.user_too_high` for one not below. */
  async remove(principal: Principal, session_id: string): Promise<void> {
    await this.parts.database.write(principal, async (work) => {
      const { user_id, username, role } = await this.parts.sessions.ownerOf(work, session_id);
      assertBelow(principal, role);
      await this.parts.sessions.end(work, session_id, 'security.session_ended');
      noted(work, { action: 'security.session_ended', user_id, username, session_id });
    });
  }

  /** Throws `kernel.not_found` and `security.user_too_high`. */
  async endAllOf(principal: Principal, user_id: string): Promise<void> {
    await this.parts.database.write(principal, async (work) => {
      const { username, role } = await this.parts.accounts.lock(work, user_id);
      assertBelow(principal, role);
      await this.parts.sessions.endAllOf(work, user_id);
      noted(work, { action: 'security.sessions_ended', user_id, username, session_id: null });
    });
  }
}

function noted(
  work: UnitOfWork,
  {
    action,
    user_id,
    username,
    session_id,
  }: {
    readonly action: string;
    readonly user_id: string;
    readonly username: string;
    readonly session_id: string | null;
  },
): void {
  work.events.publish(sessionsEnded, { user_id, username, session_id });
  work.audit.record({
    action,
    target_type: session_id === null ? 'user' : 'session',
    target_id: session_id ?? user_id,
    detail: { user_id, username },
  });
}
