import { PatchbayError, unauthenticated } from '@patchbay/kernel/errors';
import type { Authenticator, Credential, Principal } from '@patchbay/kernel/permissions';
import type { RevocationEpochs } from '../revocation/revocation-epochs.ts';
import type { RevocationWatch } from '../revocation/revocation-watch.ts';
import type { UserAuthorities } from '../revocation/user-authorities.ts';
import type { AccessClaims, AccessTokens } from './access-tokens.ts';
import type { Sessions } from './sessions.ts';
import { userPrincipal } from './user-principal.ts';

/** Authenticates access tokens, in the header or in the cookie (SPEC 5). */
export class TokenAuthenticator implements Authenticator {
  readonly #tokens: AccessTokens;
  readonly #authorities: UserAuthorities;
  readonly #sessions: Pick<Sessions, 'noteUse'>;
  readonly #epochs: RevocationEpochs;
  readonly #watch: RevocationWatch;

  constructor(
    tokens: AccessTokens,
    authorities: UserAuthorities,
    sessions: Pick<Sessions, 'noteUse'>,
    epochs: RevocationEpochs,
    watch: RevocationWatch,
  ) {
    this.#tokens = tokens;
    this.#authorities = authorities;
    this.#sessions = sessions;
    this.#epochs = epochs;
    this.#watch = watch;
  }

  async authenticate({ kind, value }: Credential): Promise<Principal | null> {
    if (kind === 'api_key') return null;
    const claims = await this.#tokens.verify(value);
    if (claims === null) return null;
    const principal = await this.#principalOf(claims);
    await this.#sessions.noteUse(claims.sid, claims.jti);
    return principal;
  }

  /** Rises for keys too: they are their user's. */
  epochOf({ user_id }: Principal): number {
    this.#watch.keepAwake();
    return user_id === null ? 0 : this.#epochs.of(user_id);
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
    const authority = await this.#authorities.ofSession(sub, sid, age);
    if (authority.token_version !== tv) throw unauthenticated();
    return userPrincipal(authority, sid);
  }
}
