import {
  columnsOf,
  containing,
  type Database,
  type Page,
  type PageQuery,
  readPage,
  sql,
  type Unit,
} from '@patchbay/kernel/database';
import { forbidden, notFound } from '@patchbay/kernel/errors';
import type { PermissionMap, Principal } from '@patchbay/kernel/permissions';
import type { SecretBox } from '@patchbay/kernel/secrets';
import type { Clock } from '@patchbay/kernel/telemetry';
import type { Authority } from '@patchbay/module-identity/contract';
import { v7 as uuidv7 } from 'uuid';
import { notItself, tooManyKeys } from '../errors.ts';
import { type KeyInput, KeySchema, type KeyView } from '../schemas.ts';
import { keyHash, newKeySecret } from './key-secret.ts';
import { lockedOwner, revokeKey } from './revoke-key.ts';
import { ScopeRules } from './scope-rules.ts';

const MAX_ACTIVE = 50;
const DAY_MS = 86_400_000;

const COLUMNS = columnsOf(KeySchema);

/** People's own keys. */
export class ApiKeys {
  readonly #database: Database;
  readonly #authority: Authority;
  readonly #secrets: Pick<SecretBox, 'randomToken'>;
  readonly #rules: ScopeRules;
  readonly #clock: Clock;

  constructor(
    database: Database,
    authority: Authority,
    secrets: Pick<SecretBox, 'randomToken'>,
    permissions: PermissionMap,
    clock: Clock,
  ) {
    this.#database = database;
    this.#authority = authority;
    this.#secrets = secrets;
    this.#rules = new ScopeRules({ permissions });
    this.#clock = clock;
  }

  /** Keys that are not revoked, expired ones included. */
  list(principal: Principal, query: PageQuery): Promise<Page<KeyView>> {
    return this.#database.read(principal, async ({ sql: trx }) => {
      let own = trx
        .selectFrom('api_keys')
        .where('user_id', '=', principal.user_id)
        .where('revoked_at', 'is', null);
      if (query.search !== undefined) own = own.where('name', 'ilike', containing(query.search));
      return readPage(own.select(COLUMNS), query, { sort: '-created_at', ties: 'asc' });
    });
  }

  /** Throws `kernel.not_found` for keys of others. */
  async get(principal: Principal, id: string): Promise<KeyView> {
    const key = await this.#database.read(principal, ({ sql: trx }) =>
      trx
        .selectFrom('api_keys')
        .select(COLUMNS)
        .where('id', '=', id)
        .where('user_id', '=', principal.user_id)
        .where('revoked_at', 'is', null)
        .executeTakeFirst(),
    );
    if (key === undefined) throw notFound();
    return key;
  }

  /** Answers the record with the secret, which is nowhere kept. Throws `api_keys.too_many` at 50. */
  async create(principal: Principal, input: KeyInput): Promise<KeyView & { readonly secret: string }> {
    const { user_id } = principal;
    if (user_id === null) throw forbidden();
    this.#rules.check(principal, input.scopes);
    const { secret, prefix } = newKeySecret((bytes) => this.#secrets.randomToken(bytes));
    const row = await this.#database.write(principal, async (work) => {
      await this.#assertRoom(work, user_id);
      const created = await work.sql
        .insertInto('api_keys')
        .values({
          id: uuidv7(),
          organization_id: work.organization_id,
          user_id,
          name: input.name,
          description: input.description ?? null,
          prefix,
          key_hash: keyHash(secret),
          scopes: input.scopes === undefined ? null : [...new Set(input.scopes)],
          expires_at: this.#expiry(input.expires_in_days),
        })
        .returning(COLUMNS)
        .executeTakeFirstOrThrow();
      work.audit.record({
        action: 'api_keys.create',
        target_type: 'api_key',
        target_id: created.id,
        detail: { prefix, scopes: created.scopes, expires_at: created.expires_at },
      });
      return created;
    });
    return { ...row, secret };
  }

  /** Throws `kernel.not_found` for keys of others. A scoped key ends no key but itself. */
  async revoke(principal: Principal, id: string): Promise<void> {
    await this.#database.write(principal, async (work) => {
      const user_id = await lockedOwner(work, id);
      if (user_id === undefined || user_id !== principal.user_id) throw notFound();
      if (principal.scopes !== null && principal.key_id !== id) throw notItself();
      await revokeKey(work, id, this.#clock, 'api_keys.revoke');
      work.afterCommit(() => this.#authority.changed(user_id));
    });
  }

  #expiry(days: number | undefined): string | null {
    return days === undefined ? null : new Date(this.#clock.now().getTime() + days * DAY_MS).toISOString();
  }

  /** One at a time per user, so that two callers cannot both take the last place. */
  async #assertRoom(work: Unit, user_id: string): Promise<void> {
    await this.#lock(work, user_id);
    const { active } = await work.sql
      .selectFrom('api_keys')
      .select(sql<number>`count(*)`.as('active'))
      .where('user_id', '=', user_id)
      .where('revoked_at', 'is', null)
      .where(({ eb, or }) =>
        or([eb('expires_at', 'is', null), eb('expires_at', '>', this.#clock.now().toISOString())]),
      )
      .executeTakeFirstOrThrow();
    if (active >= MAX_ACTIVE) throw tooManyKeys();
  }

  async #lock(work: Unit, user_id: string): Promise<void> {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`api-keys ${user_id}`}, 0))`.execute(work.sql);
  }
}
