import { BoundedMemo } from '@patchbay/kernel/cache';
import {
  containing,
  type Database,
  exempt,
  type Page,
  type PageQuery,
  readPage,
  type UnitOfWork,
  violates,
} from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import { notFound } from '@patchbay/kernel/errors';
import type { Principal } from '@patchbay/kernel/permissions';
import { newId } from '@patchbay/kernel/schema';
import type { Clock } from '@patchbay/kernel/telemetry';
import type { Authority, UserAuthority } from '../../contract.ts';
import { mfaTokenRefused, noSession } from '../../errors/accounts.ts';
import type { TokenPair, TokenPairs } from './token-pairs.ts';
import { userPrincipal } from './user-principal.ts';

const useExemption = exempt(
  'identity.token_use',
  'a token says which session it is of, not that its holder may',
);

/** Origin of a sign-in. */
export interface Client {
  readonly ip: string;
  readonly user_agent: string;
}

/** Methods of a session's sign-in. */
export interface SignedInBy {
  readonly method: string;
  readonly second_method?: string | undefined;
  readonly remember_me: boolean;
  /** Of the `mfa_token` of its second step: no other session opens with it. */
  readonly token_id?: string | undefined;
  /** Fails when the sign-in is refused after all; may still be under way while the session is written. */
  readonly confirmed?: Promise<void> | undefined;
}

export interface SessionView {
  readonly id: string;
  readonly created_at: string;
  readonly last_used_at: string;
  readonly ip: string;
  readonly user_agent: string;
  readonly current: boolean;
}

const MAX_USER_AGENT = 500;
const MAX_NOTED = 20_000;

/** Sign-ins: opened, listed, closed. A session ends with its row, its user's `token_version` or its time. */
export class Sessions extends Service<{
  database: Database;
  authority: Authority;
  pairs: TokenPairs;
  clock: Clock;
}> {
  readonly #noted = new BoundedMemo<true>(MAX_NOTED);

  async open(user: UserAuthority, client: Client, how: SignedInBy): Promise<TokenPair> {
    const id = newId();
    const { method, second_method = null, remember_me, token_id = null, confirmed } = how;
    const { sign, row } = this.parts.pairs.mint(user, id, remember_me);
    const now = this.parts.clock.now().toISOString();
    const owner = {
      organization_id: user.organization_id,
      user_id: user.user_id,
      token_version: user.token_version,
    };
    return this.parts.database.write(userPrincipal(user, null), async (work) => {
      const session = {
        id,
        ...owner,
        remember_me,
        mfa_token_id: token_id,
        ip: client.ip,
        user_agent: client.user_agent.slice(0, MAX_USER_AGENT),
        last_used_at: now,
        expires_at: row.expires_at,
      };
      const { organization_id, user_id } = owner;
      const written = work.sql
        .with('session', (db) => db.insertInto('sessions').values(session))
        .with('token', (db) =>
          db.insertInto('refresh_tokens').values({ ...row, organization_id, session_id: id }),
        )
        .updateTable('users')
        .set({ last_login_at: now })
        .where('id', '=', user_id)
        .execute()
        .catch(refuseSpent);
      work.audit.record({
        action: 'auth.login',
        target_type: 'session',
        target_id: id,
        detail: { ip: client.ip, method, second_method },
      });
      const [pair] = await Promise.all([sign(), written, confirmed]);
      return pair;
    });
  }

  /** Whether a session was opened with this `mfa_token` already. */
  async isOpenedBy(token_id: string): Promise<boolean> {
    const opened = await this.parts.database.readAsSystem(useExemption, (trx) =>
      trx.selectFrom('sessions').select('id').where('mfa_token_id', '=', token_id).executeTakeFirst(),
    );
    return opened !== undefined;
  }

  /** Once per token and process: remembers that a pair is in use, and the session with it. */
  async noteUse(session_id: string, jti: string): Promise<void> {
    if (this.#noted.get(jti)) return;
    const now = this.parts.clock.now().toISOString();
    await this.parts.database.asSystem(useExemption, (trx) =>
      trx
        .with('pair', (db) =>
          db
            .updateTable('refresh_tokens')
            .set({ pair_used_at: now })
            .where('access_jti', '=', jti)
            .where('pair_used_at', 'is', null),
        )
        .updateTable('sessions')
        .set({ last_used_at: now })
        .where('id', '=', session_id)
        .execute(),
    );
    this.#noted.set(jti, true);
  }

  list(principal: Principal, query: PageQuery): Promise<Page<SessionView>> {
    return this.parts.database.read(principal, async ({ sql: trx }) => {
      let open = trx
        .selectFrom('sessions')
        .innerJoin('users', 'users.id', 'sessions.user_id')
        .where('users.id', '=', principal.user_id)
        .whereRef('sessions.token_version', '=', 'users.token_version')
        .where('sessions.revoked_at', 'is', null)
        .where('sessions.expires_at', '>', this.parts.clock.now().toISOString());
      if (query.search) {
        const found = containing(query.search);
        open = open.where((e) => e.or([e('ip', 'ilike', found), e('user_agent', 'ilike', found)]));
      }
      const columns = ['sessions.id', 'sessions.created_at', 'last_used_at', 'ip', 'user_agent'] as const;
      const page = await readPage(open.select(columns), query, {
        sort: '-created_at',
        table: 'sessions',
        ties: 'asc',
      });
      const items = page.items.map((row) => ({ ...row, current: row.id === principal.session_id }));
      return { ...page, items };
    });
  }

  async logout(principal: Principal): Promise<void> {
    if (principal.session_id === null) throw noSession();
    await this.#end(principal, principal.session_id, 'auth.logout');
  }

  /** Ends one of the caller's own sessions; throws `kernel.not_found` for any other. */
  remove(principal: Principal, id: string): Promise<void> {
    return this.#end(principal, id, 'auth.session_revoked');
  }

  async #end(principal: Principal, id: string, action: string): Promise<void> {
    await this.parts.database.write(principal, async (work) => {
      await ownRow(work, principal);
      const revoked = await work.sql
        .updateTable('sessions')
        .set({ revoked_at: this.parts.clock.now().toISOString(), revoked_reason: action })
        .where('id', '=', id)
        .where('user_id', '=', principal.user_id)
        .where('revoked_at', 'is', null)
        .returning('id')
        .executeTakeFirst();
      if (!revoked) throw notFound();
      this.#ended(work, principal, action, 'session', id);
    });
  }

  /** Ends every session of the caller. */
  async revokeAll(principal: Principal): Promise<void> {
    await this.parts.database.write(principal, async (work) => {
      await ownRow(work, principal);
      await work.sql
        .updateTable('users')
        .set((row) => ({ token_version: row('token_version', '+', 1) }))
        .where('id', '=', principal.user_id)
        .execute();
      this.#ended(work, principal, 'auth.logout_all', 'user', principal.user_id);
    });
  }

  #ended(
    work: UnitOfWork,
    { user_id }: Principal,
    action: string,
    target_type: string,
    target_id: string | null,
  ): void {
    work.audit.record({ action, target_type, target_id });
    if (user_id !== null) work.afterCommit(() => this.parts.authority.changed(user_id));
  }
}

/** Of two second steps with one `mfa_token` the first opens the session. */
function refuseSpent(error: unknown): never {
  if (violates(error, 'sessions_mfa_token_id_key')) throw mfaTokenRefused({ cause: error });
  throw error;
}

/**
 * Locks the caller's own row. A change of one's own authority reads first: the write guard reads beside the first
 * statement and must still see the authority that the request was admitted with.
 */
export async function ownRow(
  work: UnitOfWork,
  principal: Principal,
): Promise<{ readonly password_hash: string | null }> {
  const row = await work.sql
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', principal.user_id)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) throw notFound();
  return row;
}
