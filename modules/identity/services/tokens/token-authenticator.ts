import { Service } from '@patchbay/kernel/di';
import { PatchbayError, unauthenticated } from '@patchbay/kernel/errors';
import type { Authenticator, Credential, Principal } from '@patchbay/kernel/permissions';
import type { RevocationEpochs } from '../revocation/revocation-epochs.ts';
import type { RevocationWatch } from '../revocation/revocation-watch.ts';
import type { UserAuthorities } from '../revocation/user-authorities.ts';
import type { AccessClaims, AccessTokens } from './access-tokens.ts';
import type { Sessions } from './sessions.ts';
import { userPrincipal } from './user-principal.ts';

/** Authenticates access tokens, in the header or in the cookie (SPEC 5). */
export class TokenAuthenticator
  extends Service<{
    tokens: AccessTokens;
    authorities: UserAuthorities;
    sessions: Pick<Sessions, 'noteUse'>;
    epochs: RevocationEpochs;
    watch: RevocationWatch;
  }>
  implements Authenticator
{
  async authenticate({ kind, value }: Credential): Promise<Principal | null> {
    if (kind === 'api_key') return null;
    const claims = await this.parts.tokens.verify(value);
    if (claims === null) return null;
    const principal = await this.#principalOf(claims);
    await this.parts.sessions.noteUse(claims.sid, claims.jti);
    return principal;
  }

  /** Rises for keys too: they are their user's. */
  epochOf({ user_id }: Principal): number {
    this.parts.watch.keepAwake();
    return user_id === null ? 0 : this.parts.epochs.of(user_id);
  }

  async revalidate({ kind, user_id, session_id, token_version }: Principal): Promise<Principal | null> {
    if (kind !== 'user' || user_id === null || session_id === null) return null;
    try {
      return await this.#principalOf({ sub: user_id, sid: session_id, tv: token_version }, 'now');
    } catch (error) {
      if (error instanceof PatchbayError && ['unauthenticated', 'forbidden'].includes(error.kind))
        return null;
      throw error;
    }
  }

  async #principalOf(
    { sub, sid, tv }: Pick<AccessClaims, 'sub' | 'sid' | 'tv'>,
    age: 'kept' | 'now' = 'kept',
  ): Promise<Principal> {
    const authority = await this.parts.authorities.ofSession(sub, sid, age);
    if (authority.token_version !== tv) throw unauthenticated();
    return userPrincipal(authority, sid);
  }
}
