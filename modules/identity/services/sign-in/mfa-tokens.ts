import { newId } from '@patchbay/kernel/schema';
import type { SecretBox } from '@patchbay/kernel/secrets';
import type { Clock } from '@patchbay/kernel/telemetry';
import { jwtVerify, SignJWT } from 'jose';
import type { FirstStep } from '../../contract.ts';
import { mfaTokenRefused } from '../../errors/accounts.ts';
import { isInReason } from '../tokens/token-times.ts';

/** Claims of an `mfa_token`: a first step held for this user, as they were then. */
export interface MfaClaims {
  readonly sub: string;
  readonly tv: number;
  readonly method: FirstStep['method'];
  readonly remember_me: boolean;
}

/** The same, with the id by which a session remembers which token opened it. */
export type KnownMfaClaims = MfaClaims & { readonly jti: string };

const KIND = 'svc-mfa+jwt';
const AUDIENCE = 'svc-mfa';
const ISSUER = 'svc';
const ALGORITHM = 'HS256';
const LIFETIME_SECONDS = 300;
const METHODS: readonly string[] = ['password', 'oidc', 'ldap', 'passkey'];

/** Tokens between the two steps of a sign-in: a kind and a key of their own (DECISIONS 9). */
export class MfaTokens {
  readonly #keys: readonly Uint8Array[];
  readonly #clock: Clock;

  constructor(secrets: Pick<SecretBox, 'deriveKeys'>, clock: Clock) {
    this.#keys = secrets.deriveKeys('mfa-token').map(({ key }) => new Uint8Array(key));
    this.#clock = clock;
  }

  mint({ sub, ...claims }: MfaClaims): Promise<string> {
    const [key] = this.#keys;
    if (key === undefined) throw new Error('there is no key for mfa tokens');
    const issuedAt = Math.floor(this.#clock.now().getTime() / 1_000);
    return new SignJWT({ ...claims })
      .setProtectedHeader({ alg: ALGORITHM, typ: KIND })
      .setSubject(sub)
      .setJti(newId())
      .setIssuer(ISSUER)
      .setAudience(AUDIENCE)
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + LIFETIME_SECONDS)
      .sign(key);
  }

  /** Throws `identity.mfa_token_refused` for anything but a token of ours that still holds. */
  async verify(token: string): Promise<KnownMfaClaims> {
    for (const key of this.#keys) {
      const claims = await this.#claims(token, key);
      if (claims !== null) return claims;
    }
    throw mfaTokenRefused();
  }

  async #claims(token: string, key: Uint8Array): Promise<KnownMfaClaims | null> {
    try {
      const { payload } = await jwtVerify(token, key, {
        algorithms: [ALGORITHM],
        typ: KIND,
        audience: AUDIENCE,
        issuer: ISSUER,
        requiredClaims: ['exp', 'iat', 'sub', 'jti'],
        currentDate: this.#clock.now(),
      });
      const { sub, jti, tv, method, remember_me } = payload;
      const whole =
        isInReason(payload, this.#clock.now(), LIFETIME_SECONDS) &&
        typeof sub === 'string' &&
        typeof jti === 'string' &&
        typeof tv === 'number' &&
        typeof remember_me === 'boolean' &&
        isMethod(method);
      return whole ? { sub, jti, tv, method, remember_me } : null;
    } catch {
      return null;
    }
  }
}

const isMethod = (value: unknown): value is FirstStep['method'] =>
  typeof value === 'string' && METHODS.includes(value);
