import {
  assertUnchanged,
  columnsOf,
  containing,
  type Database,
  isUnchangedBy,
  type Page,
  type PageQuery,
  readPage,
  sql,
  type Unit,
  type UnitOfWork,
  violates,
} from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import { notFound } from '@patchbay/kernel/errors';
import type { Principal } from '@patchbay/kernel/permissions';
import { slugOf } from '@patchbay/module-identity/contract';
import { v7 as uuidv7 } from 'uuid';
import { type Quotas, siteCreated, siteDeleted, siteUpdated } from '../contract.ts';
import { siteInUse, slugTaken } from '../errors.ts';
import { type SiteInput, type SitePatch, SiteSchema, type SiteView } from '../schemas.ts';
import type { SiteCounts } from './site-counts.ts';
import { assertTimezone } from './timezone.ts';

const COLUMNS = columnsOf(SiteSchema, 'device_count');

type SiteRow = Omit<SiteView, 'device_count'>;

const MAX_SUFFIXES = 1_000;

/** Sites of the caller's organization, as far as grants reach. */
export class Sites extends Service<{ database: Database; counts: SiteCounts; quotas: Quotas }> {
  list(principal: Principal, query: PageQuery): Promise<Page<SiteView>> {
    return this.parts.database.read(principal, async (unit) => {
      const found = matching(unit, query).select(COLUMNS);
      const page = await readPage(found, query, { sort: 'name', ties: 'asc' });
      return { ...page, items: await this.parts.counts.added(unit, page.items) };
    });
  }

  get(principal: Principal, id: string): Promise<SiteView> {
    return this.parts.database.read(principal, async (unit) => {
      const row = await live(unit, id).executeTakeFirst();
      return this.parts.counts.addedTo(unit, present(row));
    });
  }

  /** A derived slug takes a suffix until it is free; a given one that is taken throws `organizations.slug_taken`. */
  async create(principal: Principal, input: SiteInput): Promise<SiteView> {
    assertTimezone(input.timezone);
    return this.parts.database.write(principal, async (work) => {
      await this.parts.quotas.assertRoom(work, 'sites');
      const row = await (input.slug === undefined
        ? insertFree(work, input)
        : insertGiven(work, input, input.slug));
      this.#noted(work, 'created', row);
      return { ...row, device_count: 0 };
    });
  }

  async update(
    principal: Principal,
    id: string,
    patch: SitePatch,
    if_match: string | null,
  ): Promise<SiteView> {
    assertTimezone(patch.timezone);
    return this.parts.database.write(principal, async (work) => {
      const before = present(await live(work, id).forNoKeyUpdate().executeTakeFirst());
      assertUnchanged(if_match, before.updated_at);
      if (isUnchangedBy(before, patch)) return this.parts.counts.addedTo(work, before);
      const row = present(await changed(work, id, patch));
      this.#noted(work, 'updated', row);
      return this.parts.counts.addedTo(work, row);
    });
  }

  /** Soft-deletes; throws `organizations.site_in_use` while equipment stands there. */
  async remove(principal: Principal, id: string, if_match: string | null): Promise<void> {
    await this.parts.database.write(principal, async (work) => {
      const row = present(await live(work, id).forNoKeyUpdate().executeTakeFirst());
      assertUnchanged(if_match, row.updated_at);
      if (await this.parts.counts.keepSite(work, id)) throw siteInUse();
      await work.sql
        .updateTable('sites')
        .set({ deleted_at: sql<string>`now()` })
        .where('id', '=', id)
        .execute();
      this.#noted(work, 'deleted', row);
    });
  }

  #noted(work: UnitOfWork, verb: 'created' | 'updated' | 'deleted', { id, name, slug }: SiteRow): void {
    const event = { created: siteCreated, updated: siteUpdated, deleted: siteDeleted }[verb];
    const action = { created: 'create', updated: 'update', deleted: 'delete' }[verb];
    work.events.publish(event, { site_id: id, name, slug }, { site_id: id });
    work.audit.record({
      action: `sites.${action}`,
      target_type: 'site',
      target_id: id,
      detail: { name, slug },
    });
  }
}

const live = (unit: Unit, id: string) =>
  unit.sql.selectFrom('sites').select(COLUMNS).where('id', '=', id).where('deleted_at', 'is', null);

function present(row: SiteRow | undefined): SiteRow {
  if (row === undefined) throw notFound();
  return row;
}

function matching({ sql: trx }: Unit, { search, site_id }: PageQuery) {
  let query = trx.selectFrom('sites').where('deleted_at', 'is', null);
  if (site_id !== undefined) query = query.where('id', '=', site_id);
  // The index for searches works inside the function only, which answers ids of the caller's scope.
  if (search) query = query.where('id', 'in', sql<string>`(select search_sites(${containing(search)}))`);
  return query;
}

async function changed(work: Unit, id: string, patch: SitePatch): Promise<SiteRow | undefined> {
  try {
    return await work.sql
      .updateTable('sites')
      .set({ ...patch, updated_at: sql<string>`now()` })
      .where('id', '=', id)
      .returning(COLUMNS)
      .executeTakeFirst();
  } catch (error) {
    throw violates(error, 'sites_slug_key') ? slugTaken({ cause: error }) : error;
  }
}

async function insertGiven(work: Unit, input: SiteInput, slug: string): Promise<SiteRow> {
  const row = await insertIfFree(work, input, slug);
  if (row === undefined) throw slugTaken();
  return row;
}

async function insertFree(work: Unit, input: SiteInput): Promise<SiteRow> {
  const stem = slugOf(input.name, 'site');
  for (let suffix = 1; suffix <= MAX_SUFFIXES; suffix += 1) {
    const row = await insertIfFree(work, input, suffix === 1 ? stem : `${stem}-${suffix}`);
    if (row !== undefined) return row;
  }
  throw slugTaken();
}

const insertIfFree = (work: Unit, input: SiteInput, slug: string): Promise<SiteRow | undefined> =>
  work.sql
    .insertInto('sites')
    .values({ ...input, id: uuidv7(), organization_id: work.organization_id, slug })
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'slug']).where('deleted_at', 'is', null).doNothing(),
    )
    .returning(COLUMNS)
    .executeTakeFirst();
