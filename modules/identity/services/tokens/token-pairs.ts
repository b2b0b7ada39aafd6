import { createHash } from 'node:crypto';
import { Service } from '@patchbay/kernel/di';
import { newId } from '@patchbay/kernel/schema';
import type { SecretBox } from '@patchbay/kernel/secrets';
import type { Clock } from '@patchbay/kernel/telemetry';
import type { IdentitySettings } from '../../config.ts';
import type { UserAuthority } from '../../contract.ts';
import type { AccessTokens } from './access-tokens.ts';

/** Tokens of a sign-in or a refresh. */
export interface TokenPair {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly token_type: 'Bearer';
  /** Seconds the access token lives. */
  readonly expires_in: number;
  /** Session of the tokens; for the CSRF cookie. */
  readonly session_id: string;
  /** Seconds the refresh token lives; for the cookie. */
  readonly refresh_expires_in: number;
}

/** A pair that is not handed out yet: its row must be committed first. */
export interface MintedPair {
  /** The pair itself; signing goes on beside the row's statement. */
  sign(): Promise<TokenPair>;
  readonly row: {
    readonly id: string;
    readonly token_hash: string;
    readonly access_jti: string;
    readonly expires_at: string;
  };
}

const REMEMBERED_DAYS = 30;
const DAY_SECONDS = 86_400;
const REFRESH_PREFIX = 'svcr_';

/** Refresh tokens carry 256 random bits, so a plain hash keeps them. */
export const refreshTokenHash = (token: string): string =>
  createHash('sha256').update(token).digest('base64url');

/** Mints access and refresh tokens together. */
export class TokenPairs extends Service<{
  tokens: AccessTokens;
  secrets: Pick<SecretBox, 'randomToken'>;
  clock: Clock;
  config: IdentitySettings;
}> {
  mint(authority: UserAuthority, session_id: string, remember_me: boolean): MintedPair {
    const nowSeconds = Math.floor(this.parts.clock.now().getTime() / 1_000);
    const expires_in = this.parts.config.ACCESS_TOKEN_EXPIRE_MINUTES * 60;
    const refresh_expires_in =
      (remember_me ? REMEMBERED_DAYS : this.parts.config.REFRESH_TOKEN_EXPIRE_DAYS) * DAY_SECONDS;
    const access_jti = newId();
    const refresh_token = `${REFRESH_PREFIX}${this.parts.secrets.randomToken(32)}`;
    const claims = {
      sub: authority.user_id,
      org_id: authority.organization_id,
      role: authority.role,
      tv: authority.token_version,
      jti: access_jti,
      sid: session_id,
      exp: nowSeconds + expires_in,
    };
    return {
      sign: async () => ({
        access_token: await this.parts.tokens.mint(claims),
        refresh_token,
        token_type: 'Bearer',
        expires_in,
        session_id,
        refresh_expires_in,
      }),
      row: {
        id: newId(),
        token_hash: refreshTokenHash(refresh_token),
        access_jti,
        expires_at: new Date((nowSeconds + refresh_expires_in) * 1_000).toISOString(),
      },
    };
  }
}
