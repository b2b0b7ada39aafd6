import { type Database, exempt, type UnitOfWork } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import type { SecretBox } from '@patchbay/kernel/secrets';
import type { Clock } from '@patchbay/kernel/telemetry';
import { invalidGrant, invalidRequest } from '../../errors.ts';
import type { TokenForm, TokenReply } from '../../schemas/protocol.ts';
import type { Client } from '../applications/clients.ts';
import { challengeOf } from '../authorization/pkce.ts';
import { type GrantUnits, lockGrant } from '../grants/grant-units.ts';
import type { Grants } from '../grants/grants.ts';
import { isOpaque, opaqueHash } from './opaque-text.ts';
import type { TokenIssuer } from './token-issuer.ts';

const codeExemption = exempt('oauth2.code', 'a code names its grant before any organization is known');

interface FoundCode {
  readonly id: string;
  readonly organization_id: string;
  readonly grant_id: string;
  readonly user_id: string;
  readonly application_id: string;
  readonly redirect_uri: string;
  readonly code_challenge: string;
  readonly scopes: readonly string[];
  readonly expires_at: string;
  readonly used_at: string | null;
}

/** Trades authorization codes for tokens, each once (RFC 6749 4.1.3). */
export class CodeExchange extends Service<{
  database: Pick<Database, 'asSystem'>;
  units: GrantUnits;
  grants: Pick<Grants, 'replayed'>;
  issuer: TokenIssuer;
  secrets: Pick<SecretBox, 'equal'>;
  clock: Clock;
}> {
  /**
   * Throws `oauth2.invalid_grant`. A code that comes a second time, with everything right, ends its grant: the
   * tokens of the first time with it, even when both came at once.
   */
  async redeem(client: Client, form: TokenForm): Promise<TokenReply> {
    const { code, redirect_uri, code_verifier } = form;
    if (code === undefined || redirect_uri === undefined || code_verifier === undefined)
      throw invalidRequest({ message: 'code, redirect_uri and code_verifier are required.' });
    const found = isOpaque('code', code) ? await this.#find(opaqueHash(code)) : undefined;
    if (found === undefined || found.application_id !== client.application_id) throw invalidGrant();
    if (found.redirect_uri !== redirect_uri || !this.#matches(found, code_verifier)) throw invalidGrant();
    const reply = found.used_at === null ? await this.#spend(found) : null;
    if (reply !== null) return reply;
    await this.parts.grants.replayed(found, 'code');
    throw invalidGrant();
  }

  #matches({ code_challenge }: FoundCode, verifier: string): boolean {
    const challenge = challengeOf(verifier);
    return challenge !== null && this.parts.secrets.equal(challenge, code_challenge);
  }

  #find(code_hash: string): Promise<FoundCode | undefined> {
    return this.parts.database.asSystem(codeExemption, (trx) =>
      trx
        .selectFrom('oauth2_codes as c')
        .innerJoin('oauth2_grants as g', 'g.id', 'c.grant_id')
        .select([
          'c.id',
          'c.organization_id',
          'c.grant_id',
          'g.user_id',
          'g.application_id',
          'c.redirect_uri',
          'c.code_challenge',
          'c.scopes',
          'c.expires_at',
          'c.used_at',
        ])
        .where('c.code_hash', '=', code_hash)
        .executeTakeFirst(),
    );
  }

  /** Null when another has just spent it. */
  async #spend(found: FoundCode): Promise<TokenReply | null> {
    const now = this.parts.clock.now().toISOString();
    if (Date.parse(found.expires_at) <= Date.parse(now)) throw invalidGrant();
    return this.parts.units.write(found, async (work) => {
      await lockGrant(work, found.grant_id);
      if (!(await spent(work, found.id, now))) return null;
      const { id: family_id, grant_id, application_id, scopes } = found;
      const grant_type = 'authorization_code';
      return this.parts.issuer.issue(work, {
        grant_type,
        grant_id,
        family_id,
        application_id,
        scopes,
        refreshScopes: scopes,
      });
    });
  }
}

async function spent(work: UnitOfWork, id: string, used_at: string): Promise<boolean> {
  const row = await work.sql
    .updateTable('oauth2_codes')
    .set({ used_at })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
