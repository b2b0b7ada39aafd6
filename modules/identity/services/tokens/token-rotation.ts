import { type Database, exempt, type Kysely, type Tables } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import { systemPrincipal } from '@patchbay/kernel/permissions';
import type { Clock } from '@patchbay/kernel/telemetry';
import type { Authority, UserAuthority } from '../../contract.ts';
import { refreshRefused, userInactive } from '../../errors/accounts.ts';
import { refreshTokenHash, type TokenPair, type TokenPairs } from './token-pairs.ts';

const refreshExemption = exempt(
  'identity.refresh',
  'a refresh token names its session before any organization is known',
);

/** An answer lost on its way may be asked for again for so long, without harm to the session (DECISIONS 9). */
const FORGIVEN_MS = 10_000;
const MAX_TOKEN_LENGTH = 200;

interface Presented extends UserAuthority {
  readonly id: string;
  readonly session_id: string;
  readonly used_at: string | null;
  readonly remember_me: boolean;
  readonly is_active: boolean;
  readonly is_open: boolean;
}

/** Single-use rotation by compare-and-set; a token that comes back later closes its session. */
export class TokenRotation extends Service<{
  database: Database;
  authority: Authority;
  pairs: TokenPairs;
  clock: Clock;
}> {
  /** Throws `identity.refresh_refused` for a token that is unknown, used, expired or of a closed session. */
  async refresh(token: string): Promise<TokenPair> {
    if (token.length > MAX_TOKEN_LENGTH) throw refreshRefused();
    const token_hash = refreshTokenHash(token);
    const found = await this.parts.database.asSystem(refreshExemption, (trx) => this.#find(trx, token_hash));
    if (found === undefined) throw refreshRefused();
    if (found.used_at !== null) await this.#reused(found);
    if (!found.is_open || found.used_at !== null) throw refreshRefused();
    if (!found.is_active) throw userInactive();
    return this.#rotate(found);
  }

  async #find(trx: Kysely<Tables>, token_hash: string): Promise<Presented | undefined> {
    const now = this.parts.clock.now().toISOString();
    return trx
      .selectFrom('refresh_tokens as t')
      .innerJoin('sessions as s', 's.id', 't.session_id')
      .innerJoin('users as u', 'u.id', 's.user_id')
      .innerJoin('organizations as o', 'o.id', 'u.organization_id')
      .select(({ eb, and, not, ref }) => [
        't.id',
        't.session_id',
        't.used_at',
        's.remember_me',
        's.user_id',
        'u.organization_id',
        'u.role',
        'u.token_version',
        eb.val(null).as('site_ids'),
        and([ref('u.is_active'), ref('o.is_active')])
          .$castTo<boolean>()
          .as('is_active'),
        and([
          eb('s.revoked_at', 'is', null),
          eb('s.token_version', '=', ref('u.token_version')),
          eb('u.deleted_at', 'is', null),
          eb('o.deleted_at', 'is', null),
          not(eb('t.expires_at', '<=', now)),
        ])
          .$castTo<boolean>()
          .as('is_open'),
      ])
      .where('t.token_hash', '=', token_hash)
      .executeTakeFirst();
  }

  async #rotate(found: Presented): Promise<TokenPair> {
    const { sign, row } = this.parts.pairs.mint(found, found.session_id, found.remember_me);
    const now = this.parts.clock.now().toISOString();
    const won = await this.parts.database.asSystem(refreshExemption, async (trx) => {
      const spent = await trx
        .updateTable('refresh_tokens')
        .set({ used_at: now, updated_at: now })
        .where('id', '=', found.id)
        .where('used_at', 'is', null)
        .returning('id')
        .executeTakeFirst();
      if (!spent) return false;
      const { organization_id, session_id } = found;
      await trx
        .insertInto('refresh_tokens')
        .values({ ...row, organization_id, session_id, parent_id: found.id })
        .execute();
      await trx
        .updateTable('sessions')
        .set({ last_used_at: now, expires_at: row.expires_at })
        .where('id', '=', session_id)
        .execute();
      return true;
    });
    if (!won) throw refreshRefused();
    return sign();
  }

  /** Forgiven within seconds while the new pair is unused; else the token was stolen. */
  async #reused(found: Presented): Promise<void> {
    const ageMs = this.parts.clock.now().getTime() - Date.parse(found.used_at ?? '');
    const child = await this.parts.database.asSystem(refreshExemption, (trx) =>
      trx
        .selectFrom('refresh_tokens')
        .select(['used_at', 'pair_used_at'])
        .where('parent_id', '=', found.id)
        .executeTakeFirst(),
    );
    const untouched = child !== undefined && child.used_at === null && child.pair_used_at === null;
    if (ageMs <= FORGIVEN_MS && untouched) return;
    await this.#closeSession(found);
  }

  async #closeSession({ session_id, user_id, organization_id }: Presented): Promise<void> {
    await this.parts.database.write(systemPrincipal(organization_id), async (work) => {
      const closed = await work.sql
        .updateTable('sessions')
        .set({ revoked_at: this.parts.clock.now().toISOString(), revoked_reason: 'refresh_reused' })
        .where('id', '=', session_id)
        .where('revoked_at', 'is', null)
        .returning('id')
        .executeTakeFirst();
      if (!closed) return;
      work.audit.record({
        action: 'auth.refresh_reused',
        target_type: 'session',
        target_id: session_id,
        detail: { user_id },
      });
      work.afterCommit(() => this.parts.authority.changed(user_id));
    });
  }
}
