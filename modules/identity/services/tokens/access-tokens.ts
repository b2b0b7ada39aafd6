import { hash } from 'node:crypto';
import { BoundedMemo } from '@patchbay/kernel/cache';
import { unauthenticated } from '@patchbay/kernel/errors';
import { isRoleName, type RoleName } from '@patchbay/kernel/permissions';
import type { SecretBox } from '@patchbay/kernel/secrets';
import type { Clock } from '@patchbay/kernel/telemetry';
import { decodeProtectedHeader, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import type { IdentitySettings } from '../../config.ts';
import { isInReason } from './token-times.ts';

/** Claims of an access token (SPEC 5.1). `role` is a display hint; authority comes from the database. */
export interface AccessClaims {
  readonly sub: string;
  readonly org_id: string;
  readonly role: RoleName;
  readonly tv: number;
  readonly jti: string;
  readonly sid: string;
  /** Unix seconds. */
  readonly exp: number;
}

const KIND = 'svc-access+jwt';
const AUDIENCE = 'svc-api';
const ISSUER = 'svc';
const MAX_REMEMBERED = 20_000;
const MAX_LENGTH = 4_096;

/** Mints and checks access tokens: one algorithm, one kind, our own keys, whatever the token says (R11). */
export class AccessTokens {
  readonly #algorithm: string;
  readonly #keys: readonly [Uint8Array, ...Uint8Array[]];
  readonly #clock: Clock;
  readonly #maxSeconds: number;
  readonly #known = new BoundedMemo<AccessClaims>(MAX_REMEMBERED);

  constructor(
    secrets: Pick<SecretBox, 'deriveKeys'>,
    clock: Clock,
    config: Pick<IdentitySettings, 'ALGORITHM' | 'ACCESS_TOKEN_EXPIRE_MINUTES'>,
  ) {
    const [current, ...previous] = secrets.deriveKeys('access-token').map(({ key }) => new Uint8Array(key));
    if (current === undefined) throw new Error('there is no key for access tokens');
    this.#keys = [current, ...previous];
    this.#algorithm = config.ALGORITHM;
    this.#clock = clock;
    this.#maxSeconds = config.ACCESS_TOKEN_EXPIRE_MINUTES * 60;
  }

  mint({ exp, ...claims }: AccessClaims): Promise<string> {
    return new SignJWT({ ...claims })
      .setProtectedHeader({ alg: this.#algorithm, typ: KIND })
      .setIssuer(ISSUER)
      .setAudience(AUDIENCE)
      .setIssuedAt(this.#clock.now())
      .setExpirationTime(exp)
      .sign(this.#keys[0]);
  }

  /** Null for text that is no access token; throws `kernel.unauthenticated` for one that does not hold. */
  async verify(token: string): Promise<AccessClaims | null> {
    if (token.length > MAX_LENGTH) return null;
    const digest = hash('sha256', token, 'base64url');
    const known = this.#known.get(digest);
    if (known === undefined && kindOf(token) !== KIND) return null;
    const claims = known ?? (await this.#check(token));
    if (claims.exp * 1_000 <= this.#clock.now().getTime()) {
      this.#known.delete(digest);
      throw unauthenticated();
    }
    if (known === undefined) this.#known.set(digest, claims);
    return claims;
  }

  async #check(token: string): Promise<AccessClaims> {
    for (const key of this.#keys) {
      const payload = await this.#payload(token, key);
      const claims = payload === null ? null : claimsOf(payload);
      if (claims !== null) return claims;
    }
    throw unauthenticated();
  }

  async #payload(token: string, key: Uint8Array): Promise<JWTPayload | null> {
    try {
      const { payload } = await jwtVerify(token, key, {
        algorithms: [this.#algorithm],
        typ: KIND,
        audience: AUDIENCE,
        issuer: ISSUER,
        currentDate: this.#clock.now(),
      });
      return isInReason(payload, this.#clock.now(), this.#maxSeconds) ? payload : null;
    } catch {
      return null;
    }
  }
}

function kindOf(token: string): string | undefined {
  try {
    return decodeProtectedHeader(token).typ;
  } catch {
    return undefined;
  }
}

function claimsOf({ sub, jti, exp, org_id, role, tv, sid }: JWTPayload): AccessClaims | null {
  const whole =
    typeof sub === 'string' &&
    typeof jti === 'string' &&
    typeof exp === 'number' &&
    typeof org_id === 'string' &&
    typeof role === 'string' &&
    isRoleName(role) &&
    typeof tv === 'number' &&
    typeof sid === 'string';
  return whole ? { sub, jti, exp, org_id, role, tv, sid } : null;
}
