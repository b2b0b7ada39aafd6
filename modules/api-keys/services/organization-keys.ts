import { containing, type Page, readPage, type Unit, type UnitOfWork } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import { notFound } from '@patchbay/kernel/errors';
import { outranks, patternCovers } from '@patchbay/kernel/permissions';
import type { Clock } from '@patchbay/kernel/telemetry';
import type { Authority, People } from '@patchbay/module-identity/contract';
import type { KeyDirectory, KeyRecord, KeyReport, KeyReportQuery } from '../contract.ts';
import { ownerTooHigh } from '../errors.ts';
import { keyPrincipal } from './key-principal.ts';
import { lockedOwner, revokeKey } from './revoke-key.ts';

const DAY_MS = 86_400_000;
const UNUSED_AFTER_DAYS = 30;
const STALE_AFTER_DAYS = 90;

const RECORD = ['id', 'user_id', 'name', 'prefix', 'scopes', 'expires_at', 'revoked_at'] as const;
const REPORTED = [
  'id',
  'user_id',
  'name',
  'prefix',
  'scopes',
  'created_at',
  'expires_at',
  'last_used_at',
] as const;

/** Keys of an organization with their users and uses. */
export class OrganizationKeys
  extends Service<{ people: People; authority: Pick<Authority, 'changed'>; clock: Clock }>
  implements KeyDirectory
{
  readonly principalOf = keyPrincipal;

  find({ sql: trx }: Unit, key_id: string): Promise<KeyRecord | undefined> {
    return trx.selectFrom('api_keys').select(RECORD).where('id', '=', key_id).executeTakeFirst();
  }

  async report(unit: Unit, query: KeyReportQuery): Promise<Page<KeyReport>> {
    const page = await readPage(this.#matching(unit, query).select(REPORTED), query, { sort: '-created_at' });
    const [people, uses] = await Promise.all([
      this.parts.people.byIds(
        unit,
        page.items.map(({ user_id }) => user_id),
      ),
      this.#usesOf(
        unit,
        page.items.map(({ id }) => id),
      ),
    ]);
    const staleSince = this.#daysAgo(STALE_AFTER_DAYS);
    const items = page.items.map((key) => ({
      ...key,
      username: people.get(key.user_id)?.username ?? null,
      unused_scopes: unusedOf(key.scopes, uses.get(key.id) ?? []),
      never_used: key.last_used_at === null,
      stale: Date.parse(key.last_used_at ?? key.created_at) < Date.parse(staleSince),
    }));
    return { ...page, items };
  }

  async revoke(work: UnitOfWork, key_id: string): Promise<void> {
    const user_id = await lockedOwner(work, key_id);
    if (user_id === undefined) throw notFound();
    const owner = (await this.parts.people.byIds(work, [user_id])).get(user_id);
    if (owner === undefined || !outranks(work.principal.role, owner.role)) throw ownerTooHigh();
    await revokeKey(work, key_id, this.parts.clock, 'api_keys.revoke_other');
    work.afterCommit(() => this.parts.authority.changed(user_id));
  }

  #matching({ sql: trx }: Unit, { user_id, stale, search }: KeyReportQuery) {
    let found = trx.selectFrom('api_keys').where('revoked_at', 'is', null);
    if (user_id !== undefined) found = found.where('user_id', '=', user_id);
    if (search !== undefined) found = found.where('name', 'ilike', containing(search));
    if (stale !== undefined) {
      const since = this.#daysAgo(STALE_AFTER_DAYS);
      found = found.where(({ eb, fn }) =>
        eb(fn.coalesce('last_used_at', 'created_at'), stale ? '<' : '>=', since),
      );
    }
    return found;
  }

  async #usesOf(
    { sql: trx }: Unit,
    key_ids: readonly string[],
  ): Promise<ReadonlyMap<string, readonly string[]>> {
    if (key_ids.length === 0) return new Map();
    const rows = await trx
      .selectFrom('api_key_scope_uses')
      .select(['key_id', 'permission'])
      .where('key_id', 'in', [...key_ids])
      .where('last_used_at', '>=', this.#daysAgo(UNUSED_AFTER_DAYS))
      .execute();
    const byKey = Map.groupBy(rows, ({ key_id }) => key_id);
    return new Map([...byKey].map(([key_id, uses]) => [key_id, uses.map(({ permission }) => permission)]));
  }

  #daysAgo(days: number): string {
    return new Date(this.parts.clock.now().getTime() - days * DAY_MS).toISOString();
  }
}

/** Subset of the scopes that covers none of the permissions used. */
export const unusedOf = (scopes: readonly string[] | null, used: readonly string[]): readonly string[] =>
  (scopes ?? []).filter((scope) => !used.some((permission) => patternCovers(scope, permission)));
