import { sql, type Unit } from '@patchbay/kernel/database';
import { PatchbayError, unauthenticated } from '@patchbay/kernel/errors';
import type { Authenticator, Credential, Principal } from '@patchbay/kernel/permissions';
import type { Clock } from '@patchbay/kernel/telemetry';
import type { Authority, UserAuthority } from '@patchbay/module-identity/contract';
import { KeptTokens } from '../tokens/kept-tokens.ts';
import type { LiveToken, LiveTokens } from '../tokens/live-tokens.ts';
import { isOpaque, opaqueHash } from '../tokens/opaque-text.ts';
import { grantPrincipal } from './grant-principal.ts';

/** Authenticates the access tokens of applications. They come in the header only. */
export class GrantAuthenticator implements Authenticator {
  readonly #tokens: Pick<LiveTokens, 'used' | 'byId'>;
  readonly #authority: Authority;
  readonly #clock: Clock;
  readonly #kept: KeptTokens;

  constructor(tokens: Pick<LiveTokens, 'used' | 'byId'>, authority: Authority, clock: Clock) {
    this.#tokens = tokens;
    this.#authority = authority;
    this.#clock = clock;
    this.#kept = new KeptTokens({ clock });
  }

  async authenticate(credential: Credential): Promise<Principal | null> {
    if (credential.kind !== 'bearer' || !isOpaque('access', credential.value)) return null;
    const hash = opaqueHash(credential.value);
    const kept = this.#kept.get(hash, (user_id) => this.#authority.epochOf(user_id));
    const token = kept ?? (await this.#read(hash));
    if (Date.parse(token.expires_at) <= this.#clock.now().getTime()) throw unauthenticated();
    return principalOf(token, await this.#authority.ofUser(token.user_id));
  }

  /** Applications open no sockets (SPEC 6.3.2 knows neither keys nor them); the answer is their user's number. */
  epochOf({ user_id }: Principal): number {
    return user_id === null ? 0 : this.#authority.epochOf(user_id);
  }

  async revalidate({ grant }: Principal): Promise<Principal | null> {
    if (grant === undefined || grant.token_id === null) return null;
    try {
      const token = await this.#tokens.byId(grant.token_id);
      return token === undefined ? null : principalOf(token, await this.#authority.now(token.user_id));
    } catch (error) {
      if (error instanceof PatchbayError && ['unauthenticated', 'forbidden'].includes(error.kind))
        return null;
      throw error;
    }
  }

  /** The write guard's part for applications: token and grant still stand, in the write's own transaction. */
  async guard({ principal: { grant, scopes }, sql: trx }: Unit): Promise<void> {
    if (grant === undefined) return;
    const now = this.#clock.now().toISOString();
    const { rows } = await sql<{ open: boolean }>`
      select oauth2_grant_open(${grant.id}::uuid, ${grant.token_id}::uuid, ${scopes ?? []}::text[],
        ${now}::timestamptz) as open`.execute(trx);
    if (!rows[0]?.open) throw unauthenticated();
  }

  async #read(hash: string): Promise<LiveToken> {
    const epoch = this.#authority.latestEpoch();
    const token = await this.#tokens.used(hash);
    if (token === undefined) throw unauthenticated();
    this.#kept.set(hash, token, epoch);
    return token;
  }
}

/** Throws `kernel.unauthenticated` once the user's password, factors or role are not those of the consent. */
function principalOf(
  { id, grant_id, scopes, token_version }: LiveToken,
  authority: UserAuthority,
): Principal {
  if (authority.token_version !== token_version) throw unauthenticated();
  return grantPrincipal(authority, { grant_id, token_id: id, scopes });
}
