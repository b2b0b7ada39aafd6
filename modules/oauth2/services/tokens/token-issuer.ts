import { sql, type UnitOfWork } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import { newId } from '@patchbay/kernel/schema';
import type { SecretBox } from '@patchbay/kernel/secrets';
import type { Clock } from '@patchbay/kernel/telemetry';
import type { TokenReply } from '../../schemas/protocol.ts';
import { newOpaque, opaqueHash } from './opaque-text.ts';

/** Grant and scopes that tokens are issued for. */
export interface Issue {
  readonly grant_type: 'authorization_code' | 'refresh_token';
  readonly grant_id: string;
  /** Tokens of one code are one family: giving back its refresh token ends them all. */
  readonly family_id: string;
  readonly application_id: string;
  /** Of the access token; those of the refresh token may be more (RFC 6749 6). */
  readonly scopes: readonly string[];
  readonly refreshScopes: readonly string[];
}

const ACCESS_SECONDS = 900;
const REFRESH_SECONDS = 30 * 86_400;
/** Rows a grant may have of each kind; the oldest go, used refresh tokens before those that still work. */
const MAX_ACCESS_TOKENS = 50;
const MAX_REFRESH_TOKENS = 100;

/** Hands out a pair of tokens inside the unit that spent the code or the former refresh token. */
export class TokenIssuer extends Service<{ secrets: Pick<SecretBox, 'randomToken'>; clock: Clock }> {
  async issue(work: UnitOfWork, issue: Issue): Promise<TokenReply> {
    const random = (bytes: number): string => this.parts.secrets.randomToken(bytes);
    const [access_token, refresh_token] = [newOpaque('access', random), newOpaque('refresh', random)];
    await this.#insert(work, issue, access_token, refresh_token);
    await prune(work, issue.grant_id);
    work.audit.record({
      action: 'oauth2.token_issued',
      target_type: 'oauth2_grant',
      target_id: issue.grant_id,
      detail: {
        grant_type: issue.grant_type,
        application_id: issue.application_id,
        scopes: issue.scopes,
      },
    });
    return {
      access_token,
      token_type: 'Bearer',
      expires_in: ACCESS_SECONDS,
      refresh_token,
      scope: issue.scopes.join(' '),
    };
  }

  async #insert(work: UnitOfWork, issue: Issue, access_token: string, refresh_token: string): Promise<void> {
    const { organization_id } = work;
    const { grant_id, family_id, scopes, refreshScopes } = issue;
    const owner = { organization_id, grant_id, family_id };
    await work.sql
      .insertInto('oauth2_access_tokens')
      .values({
        ...owner,
        id: newId(),
        token_hash: opaqueHash(access_token),
        scopes: [...scopes],
        expires_at: this.#in(ACCESS_SECONDS),
      })
      .execute();
    await work.sql
      .insertInto('oauth2_refresh_tokens')
      .values({
        ...owner,
        id: newId(),
        token_hash: opaqueHash(refresh_token),
        scopes: [...refreshScopes],
        expires_at: this.#in(REFRESH_SECONDS),
      })
      .execute();
  }

  #in(seconds: number): string {
    return new Date(this.parts.clock.now().getTime() + seconds * 1_000).toISOString();
  }
}

async function prune({ sql: trx }: UnitOfWork, grant_id: string): Promise<void> {
  await sql`delete from oauth2_access_tokens where grant_id = ${grant_id} and id in (
    select id from oauth2_access_tokens where grant_id = ${grant_id}
    order by id desc offset ${MAX_ACCESS_TOKENS})`.execute(trx);
  await sql`delete from oauth2_refresh_tokens where grant_id = ${grant_id} and id in (
    select id from oauth2_refresh_tokens where grant_id = ${grant_id}
    order by (used_at is null and revoked_at is null) desc, id desc offset ${MAX_REFRESH_TOKENS})`.execute(
    trx,
  );
}
