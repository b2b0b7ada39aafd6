import { type Database, exempt, sql, type Unit } from '@patchbay/kernel/database';
import { PatchbayError, unauthenticated } from '@patchbay/kernel/errors';
import type { Authenticator, Credential, Principal } from '@patchbay/kernel/permissions';
import type { Clock } from '@patchbay/kernel/telemetry';
import type { Authority } from '@patchbay/module-identity/contract';
import { KeptKeys, type KeyRow } from './kept-keys.ts';
import { keyPrincipal } from './key-principal.ts';
import { isKeySecret, keyHash } from './key-secret.ts';

const keyExemption = exempt('api_keys.authenticate', 'a key names its user before any organization is known');

/** Uses within a minute are written once. */
const USE_EVERY_MS = 60_000;

/** Authenticates API keys (SPEC 5.6). */
export class KeyAuthenticator implements Authenticator {
  readonly #database: Database;
  readonly #authority: Authority;
  readonly #clock: Clock;
  readonly #kept: KeptKeys;

  constructor(database: Database, authority: Authority, clock: Clock) {
    this.#database = database;
    this.#authority = authority;
    this.#clock = clock;
    this.#kept = new KeptKeys({ clock });
  }

  async authenticate({ kind, value }: Credential): Promise<Principal | null> {
    if (kind !== 'api_key') return null;
    if (!isKeySecret(value)) throw unauthenticated();
    const hash = keyHash(value);
    const row =
      this.#kept.get(hash, (user_id) => this.#authority.epochOf(user_id)) ?? (await this.#read(hash));
    if (this.#isOver(row.expires_at)) throw unauthenticated();
    return keyPrincipal(row, await this.#authority.ofUser(row.user_id));
  }

  /** Keys open no sockets (SPEC 6.3.2); the answer is their user's number. */
  epochOf({ user_id }: Principal): number {
    return user_id === null ? 0 : this.#authority.epochOf(user_id);
  }

  async revalidate({ key_id }: Principal): Promise<Principal | null> {
    if (key_id === null) return null;
    try {
      const row = await this.#find('id', key_id);
      return row === undefined ? null : keyPrincipal(row, await this.#authority.now(row.user_id));
    } catch (error) {
      if (error instanceof PatchbayError && ['unauthenticated', 'forbidden'].includes(error.kind))
        return null;
      throw error;
    }
  }

  /** The write guard's part for keys: still there, in the write's own transaction. */
  async guard({ principal, sql: trx }: Unit): Promise<void> {
    if (principal.key_id === null) return;
    const now = this.#clock.now().toISOString();
    const { rows } = await sql<{ open: boolean }>`
      select api_key_open(${principal.key_id}::uuid, ${now}::timestamptz) as open`.execute(trx);
    if (!rows[0]?.open) throw unauthenticated();
  }

  async #read(hash: string): Promise<KeyRow> {
    const epoch = this.#authority.latestEpoch();
    const row = await this.#find('key_hash', hash);
    if (row === undefined) throw unauthenticated();
    this.#kept.set(hash, row, epoch);
    return row;
  }

  #find(column: 'id' | 'key_hash', value: string): Promise<KeyRow | undefined> {
    return this.#database.asSystem(keyExemption, async (trx) => {
      const row = await trx
        .selectFrom('api_keys')
        .select(['id', 'user_id', 'scopes', 'expires_at', 'last_used_at'])
        .where(column, '=', value)
        .where('revoked_at', 'is', null)
        .executeTakeFirst();
      if (row === undefined || this.#isOver(row.expires_at)) return undefined;
      const nowMs = this.#clock.now().getTime();
      if (row.last_used_at === null || nowMs - Date.parse(row.last_used_at) > USE_EVERY_MS)
        await trx
          .updateTable('api_keys')
          .set({ last_used_at: new Date(nowMs).toISOString() })
          .where('id', '=', row.id)
          .execute();
      return row;
    });
  }

  #isOver(expires_at: string | null): boolean {
    return expires_at !== null && Date.parse(expires_at) <= this.#clock.now().getTime();
  }
}
