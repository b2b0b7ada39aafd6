import type { Database, UnitOfWork } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import { systemPrincipal } from '@patchbay/kernel/permissions';
import type { Clock } from '@patchbay/kernel/telemetry';
import type { Authority } from '@patchbay/module-identity/contract';
import type { Client } from '../applications/clients.ts';
import { lockGrant } from '../grants/grant-units.ts';
import type { LiveToken, LiveTokens, TokenKind } from './live-tokens.ts';

/** Clients give tokens back (RFC 7009). */
export class TokenRevocation extends Service<{
  database: Pick<Database, 'write'>;
  tokens: Pick<LiveTokens, 'find'>;
  authority: Pick<Authority, 'changed'>;
  clock: Clock;
}> {
  /**
   * Ends an access token, or with a refresh token every token of the same code; the user's consent stays. A token
   * that is unknown, over, or of another client changes nothing, and gets the same answer as one that was ended.
   */
  async revoke(client: Client, text: string): Promise<void> {
    const token = await this.parts.tokens.find(text);
    if (token === undefined || token.application_id !== client.application_id) return;
    const { kind, grant_id, user_id, application_id } = token;
    await this.parts.database.write(systemPrincipal(token.organization_id), async (work) => {
      await lockGrant(work, grant_id);
      await this.#end(work, kind, token);
      work.audit.record({
        action: 'oauth2.token_revoked',
        target_type: 'oauth2_grant',
        target_id: grant_id,
        detail: { kind, user_id, application_id },
      });
      work.afterCommit(() => this.parts.authority.changed(user_id));
    });
  }

  async #end({ sql: trx }: UnitOfWork, kind: TokenKind, { id, family_id }: LiveToken): Promise<void> {
    const revoked_at = this.parts.clock.now().toISOString();
    const access = trx
      .updateTable('oauth2_access_tokens')
      .set({ revoked_at })
      .where('revoked_at', 'is', null);
    if (kind === 'access') {
      await access.where('id', '=', id).execute();
      return;
    }
    await trx
      .updateTable('oauth2_refresh_tokens')
      .set({ revoked_at })
      .where('family_id', '=', family_id)
      .where('revoked_at', 'is', null)
      .execute();
    await access.where('family_id', '=', family_id).execute();
  }
}
