import {
  columnsOf,
  type Database,
  type Page,
  type PageQuery,
  sql,
  TableRows,
  type Unit,
} from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import { forbidden, notFound } from '@patchbay/kernel/errors';
import type { Principal } from '@patchbay/kernel/permissions';
import { newId } from '@patchbay/kernel/schema';
import type { SecretBox } from '@patchbay/kernel/secrets';
import type { Clock } from '@patchbay/kernel/telemetry';
import type { Authority } from '@patchbay/module-identity/contract';
import { notItself, tooManyKeys } from '../errors.ts';
import { type KeyInput, KeySchema, type KeyView } from '../schemas.ts';
import { keyHash, newKeySecret } from './key-secret.ts';
import { lockedOwner, revokeKey } from './revoke-key.ts';
import type { ScopeRules } from './scope-rules.ts';

const MAX_ACTIVE = 50;
const DAY_MS = 86_400_000;

const rows = new TableRows('api_keys', {
  columns: columnsOf(KeySchema),
  searched: ['name'],
  sort: '-created_at',
  ties: 'asc',
  softDeleteColumn: 'revoked_at',
});

/** People's own keys. */
export class ApiKeys extends Service<{
  database: Database;
  authority: Authority;
  secrets: Pick<SecretBox, 'randomToken'>;
  rules: ScopeRules;
  clock: Clock;
}> {
  /** Keys that are not revoked, expired ones included. */
  list(principal: Principal, query: PageQuery): Promise<Page<KeyView>> {
    return this.parts.database.read(principal, (unit) =>
      rows.page(unit, query, { user_id: ownerOf(principal) }),
    );
  }

  /** Throws `kernel.not_found` for keys of others. */
  get(principal: Principal, id: string): Promise<KeyView> {
    return this.parts.database.read(principal, (unit) => rows.get(unit, id, { user_id: ownerOf(principal) }));
  }

  /** Answers the record with the secret, which is nowhere kept. Throws `api_keys.too_many` at 50. */
  async create(principal: Principal, input: KeyInput): Promise<KeyView & { readonly secret: string }> {
    const user_id = ownerOf(principal);
    this.parts.rules.check(principal, input.scopes);
    const { secret, prefix } = newKeySecret((bytes) => this.parts.secrets.randomToken(bytes));
    const row = await this.parts.database.write(principal, async (work) => {
      await this.#assertRoom(work, user_id);
      const created = await rows.add(work, {
        id: newId(),
        user_id,
        name: input.name,
        description: input.description ?? null,
        prefix,
        key_hash: keyHash(secret),
        scopes: input.scopes === undefined ? null : [...new Set(input.scopes)],
        expires_at: this.#expiry(input.expires_in_days),
      });
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
  async remove(principal: Principal, id: string): Promise<void> {
    await this.parts.database.write(principal, async (work) => {
      const user_id = await lockedOwner(work, id);
      if (user_id === undefined || user_id !== principal.user_id) throw notFound();
      if (principal.scopes !== null && principal.key_id !== id) throw notItself();
      await revokeKey(work, id, this.parts.clock, 'api_keys.revoke');
      work.afterCommit(() => this.parts.authority.changed(user_id));
    });
  }

  #expiry(days: number | undefined): string | null {
    return days === undefined
      ? null
      : new Date(this.parts.clock.now().getTime() + days * DAY_MS).toISOString();
  }

  /** One at a time per user, so that two callers cannot both take the last place. */
  async #assertRoom(work: Unit, user_id: string): Promise<void> {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`api-keys ${user_id}`}, 0))`.execute(work.sql);
    const { active } = await work.sql
      .selectFrom('api_keys')
      .select(sql<number>`count(*)`.as('active'))
      .where('user_id', '=', user_id)
      .where('revoked_at', 'is', null)
      .where(({ eb, or }) =>
        or([eb('expires_at', 'is', null), eb('expires_at', '>', this.parts.clock.now().toISOString())]),
      )
      .executeTakeFirstOrThrow();
    if (active >= MAX_ACTIVE) throw tooManyKeys();
  }
}

/** The system has no user, and no keys. */
function ownerOf({ user_id }: Principal): string {
  if (user_id === null) throw forbidden();
  return user_id;
}
