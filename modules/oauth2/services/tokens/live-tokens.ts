import { type Database, exempt, type Kysely, sql, type Tables } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import type { Clock } from '@patchbay/kernel/telemetry';
import { isOpaque, opaqueHash } from './opaque-text.ts';

const tokenExemption = exempt('oauth2.token', 'a token names its user before any organization is known');

/** A token that stands: not expired, used or revoked, nor is its grant, and its application is on. */
export interface LiveToken {
  readonly id: string;
  readonly grant_id: string;
  readonly family_id: string;
  readonly application_id: string;
  readonly client_id: string;
  readonly organization_id: string;
  readonly user_id: string;
  /** Required `token_version` of the user. */
  readonly token_version: number;
  /** Granted scopes that the application may still ask for. */
  readonly scopes: readonly string[];
  readonly created_at: string;
  readonly expires_at: string;
  readonly last_used_at: string | null;
}

export type TokenKind = 'access' | 'refresh';

/** Uses of a grant within a minute are written once. */
const USE_EVERY_MS = 60_000;

/** Reads tokens by their text, whatever organization they are of. */
export class LiveTokens extends Service<{ database: Pick<Database, 'asSystem'>; clock: Clock }> {
  /** A presented token of either kind. */
  find(text: string): Promise<(LiveToken & { readonly kind: TokenKind }) | undefined> {
    const kind = (['access', 'refresh'] as const).find((each) => isOpaque(each, text));
    if (kind === undefined) return Promise.resolve(undefined);
    return this.parts.database.asSystem(tokenExemption, async (trx) => {
      const row = await this.#read(trx, kind, sql`t.token_hash = ${opaqueHash(text)}`);
      return row && { ...row, kind };
    });
  }

  /** An access token in use, by the hash of its text: notes the use of its grant. */
  used(hash: string): Promise<LiveToken | undefined> {
    return this.parts.database.asSystem(tokenExemption, async (trx) => {
      const row = await this.#read(trx, 'access', sql`t.token_hash = ${hash}`);
      if (row !== undefined) await this.#noteUse(trx, row);
      return row;
    });
  }

  /** An access token by its id. */
  byId(id: string): Promise<LiveToken | undefined> {
    return this.parts.database.asSystem(tokenExemption, (trx) =>
      this.#read(trx, 'access', sql`t.id = ${id}`),
    );
  }

  async #read(
    trx: Kysely<Tables>,
    kind: TokenKind,
    which: ReturnType<typeof sql>,
  ): Promise<LiveToken | undefined> {
    const now = this.parts.clock.now().toISOString();
    const { rows } = await sql<LiveToken>`
      select t.id, t.grant_id, t.family_id, g.application_id, a.client_id, t.organization_id, g.user_id,
        g.token_version, array(select unnest(t.scopes) intersect select unnest(a.scopes)) as scopes,
        t.created_at, t.expires_at, g.last_used_at
      from ${sql.table(kind === 'access' ? 'oauth2_access_tokens' : 'oauth2_refresh_tokens')} t
        join oauth2_grants g on g.id = t.grant_id
        join oauth2_applications a on a.id = g.application_id
        join users u on u.id = g.user_id
      where ${which} and t.revoked_at is null and t.expires_at > ${now}
        and ${kind === 'access' ? sql`true` : sql`t.used_at is null`} and g.revoked_at is null
        and a.is_active and a.deleted_at is null and u.token_version = g.token_version`.execute(trx);
    return rows[0];
  }

  async #noteUse(trx: Kysely<Tables>, { grant_id, last_used_at }: LiveToken): Promise<void> {
    const nowMs = this.parts.clock.now().getTime();
    if (last_used_at !== null && nowMs - Date.parse(last_used_at) < USE_EVERY_MS) return;
    await trx
      .updateTable('oauth2_grants')
      .set({ last_used_at: new Date(nowMs).toISOString() })
      .where('id', '=', grant_id)
      .execute();
  }
}
