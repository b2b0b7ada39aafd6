import { type Database, exempt, type UnitOfWork } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import type { Clock } from '@patchbay/kernel/telemetry';
import { invalidGrant, invalidRequest, invalidScope } from '../../errors.ts';
import type { TokenForm, TokenReply } from '../../schemas/protocol.ts';
import type { Client } from '../applications/clients.ts';
import { scopesIn } from '../authorization/asked-scopes.ts';
import { type GrantUnits, lockGrant } from '../grants/grant-units.ts';
import type { Grants } from '../grants/grants.ts';
import { isOpaque, opaqueHash } from './opaque-text.ts';
import type { TokenIssuer } from './token-issuer.ts';

const refreshExemption = exempt(
  'oauth2.refresh',
  'a refresh token names its grant before any organization is known',
);

interface FoundToken {
  readonly id: string;
  readonly organization_id: string;
  readonly grant_id: string;
  readonly family_id: string;
  readonly user_id: string;
  readonly application_id: string;
  readonly scopes: readonly string[];
  readonly allowed: readonly string[];
  readonly expires_at: string;
  readonly used_at: string | null;
  readonly revoked_at: string | null;
}

/** Trades refresh tokens for new pairs, each once (RFC 6749 6). */
export class RefreshExchange extends Service<{
  database: Pick<Database, 'asSystem'>;
  units: GrantUnits;
  grants: Pick<Grants, 'replayed'>;
  issuer: TokenIssuer;
  clock: Clock;
}> {
  /**
   * Throws `oauth2.invalid_grant`, and `oauth2.invalid_scope` for more than was granted. A token that comes a
   * second time ends its grant, even when both came at once (RFC 9700 4.14.2).
   */
  async rotate(client: Client, { refresh_token, scope }: TokenForm): Promise<TokenReply> {
    if (refresh_token === undefined) throw invalidRequest({ message: 'refresh_token is required.' });
    const hash = isOpaque('refresh', refresh_token) ? opaqueHash(refresh_token) : null;
    const found = hash === null ? undefined : await this.#find(hash);
    if (found === undefined || found.application_id !== client.application_id) throw invalidGrant();
    if (found.revoked_at !== null || Date.parse(found.expires_at) <= this.parts.clock.now().getTime())
      throw invalidGrant();
    const reply = found.used_at === null ? await this.#spend(found, scope) : null;
    if (reply !== null) return reply;
    await this.parts.grants.replayed(found, 'refresh_token');
    throw invalidGrant();
  }

  #find(token_hash: string): Promise<FoundToken | undefined> {
    return this.parts.database.asSystem(refreshExemption, (trx) =>
      trx
        .selectFrom('oauth2_refresh_tokens as t')
        .innerJoin('oauth2_grants as g', 'g.id', 't.grant_id')
        .innerJoin('oauth2_applications as a', 'a.id', 'g.application_id')
        .select([
          't.id',
          't.organization_id',
          't.grant_id',
          't.family_id',
          'g.user_id',
          'g.application_id',
          't.scopes',
          'a.scopes as allowed',
          't.expires_at',
          't.used_at',
          't.revoked_at',
        ])
        .where('t.token_hash', '=', token_hash)
        .executeTakeFirst(),
    );
  }

  /** Null when another has just spent it. */
  async #spend(found: FoundToken, scope: string | undefined): Promise<TokenReply | null> {
    const refreshScopes = found.scopes.filter((each) => found.allowed.includes(each));
    const asked = scopesIn(scope);
    if (asked.some((each) => !refreshScopes.includes(each)) || refreshScopes.length === 0)
      throw invalidScope();
    const { id, family_id, grant_id, application_id } = found;
    const held = { ...found, scopes: refreshScopes };
    return this.parts.units.write(held, async (work) => {
      await lockGrant(work, found.grant_id);
      if (!(await spent(work, id, this.parts.clock.now().toISOString()))) return null;
      return this.parts.issuer.issue(work, {
        grant_type: 'refresh_token',
        grant_id,
        family_id,
        application_id,
        scopes: asked.length > 0 ? asked : refreshScopes,
        refreshScopes,
      });
    });
  }
}

async function spent(work: UnitOfWork, id: string, used_at: string): Promise<boolean> {
  const row = await work.sql
    .updateTable('oauth2_refresh_tokens')
    .set({ used_at })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
