import {
  columnsOf,
  containing,
  type Database,
  isUnchangedBy,
  type Page,
  type PageQuery,
  sql,
  TableRows,
  type UnitOfWork,
} from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import type { Principal } from '@patchbay/kernel/permissions';
import { newId } from '@patchbay/kernel/schema';
import { underFreeSlug } from '@patchbay/module-identity/contract';
import { type Quotas, siteCreated, siteDeleted, siteUpdated } from '../contract.ts';
import { siteInUse, slugTaken } from '../errors.ts';
import { type SiteInput, type SitePatch, SiteSchema, type SiteView } from '../schemas.ts';
import type { SiteCounts } from './site-counts.ts';
import { assertTimezone } from './timezone.ts';

const rows = new TableRows('sites', {
  columns: columnsOf(SiteSchema, 'device_count'),
  // The index for searches works inside the function only, which answers ids of the caller's scope.
  searched: (search) => sql<boolean>`id in (select search_sites(${containing(search)}))`,
  sort: 'name',
  ties: 'asc',
  taken: { sites_slug_key: slugTaken },
});

export type SiteRow = Omit<SiteView, 'device_count'>;

/** Sites of the caller's organization, as far as grants reach. */
export class Sites extends Service<{ database: Database; counts: SiteCounts; quotas: Quotas }> {
  list(principal: Principal, query: PageQuery): Promise<Page<SiteView>> {
    return this.parts.database.read(principal, async (unit) => {
      const page = await rows.page(unit, query, { id: query.site_id });
      return { ...page, items: await this.parts.counts.added(unit, page.items) };
    });
  }

  get(principal: Principal, id: string): Promise<SiteView> {
    return this.parts.database.read(principal, async (unit) =>
      this.parts.counts.addedTo(unit, await rows.get(unit, id)),
    );
  }

  /** A derived slug takes a suffix until it is free; a given one that is taken throws `organizations.slug_taken`. */
  async create(principal: Principal, input: SiteInput): Promise<SiteView> {
    assertTimezone(input.timezone);
    return this.parts.database.write(principal, async (work) => {
      await this.parts.quotas.assertRoom(work, 'sites');
      return { ...(await this.add(work, input)), device_count: 0 };
    });
  }

  /** For callers that checked the time zone, and that there is room. */
  async add(work: UnitOfWork, input: SiteInput): Promise<SiteRow> {
    const row = await underFreeSlug(
      { given: input.slug, name: input.name, fallback: 'site', taken: slugTaken },
      (slug) => insertIfFree(work, input, slug),
    );
    noted(work, 'created', row);
    return row;
  }

  async update(
    principal: Principal,
    id: string,
    patch: SitePatch,
    if_match: string | null,
  ): Promise<SiteView> {
    assertTimezone(patch.timezone);
    return this.parts.database.write(principal, async (work) =>
      this.parts.counts.addedTo(work, await this.change(work, id, patch, if_match)),
    );
  }

  /** For callers that checked the time zone. */
  async change(
    work: UnitOfWork,
    id: string,
    patch: SitePatch,
    if_match: string | null = null,
  ): Promise<SiteRow> {
    const before = await rows.hold(work, id, if_match);
    if (isUnchangedBy(before, patch)) return before;
    const row = await rows.change(work, id, patch);
    noted(work, 'updated', row);
    return row;
  }

  /** Soft-deletes; throws `organizations.site_in_use` while equipment stands there. */
  async remove(principal: Principal, id: string, if_match: string | null): Promise<void> {
    await this.parts.database.write(principal, async (work) => {
      const row = await rows.hold(work, id, if_match);
      if (await this.parts.counts.keepSite(work, id)) throw siteInUse();
      await rows.remove(work, id);
      noted(work, 'deleted', row);
    });
  }
}

const EVENTS = { created: siteCreated, updated: siteUpdated, deleted: siteDeleted };
const ACTIONS = { created: 'create', updated: 'update', deleted: 'delete' };

function noted(work: UnitOfWork, verb: keyof typeof EVENTS, { id, name, slug }: SiteRow): void {
  work.events.publish(EVENTS[verb], { site_id: id, name, slug }, { site_id: id });
  work.audit.record({
    action: `sites.${ACTIONS[verb]}`,
    target_type: 'site',
    target_id: id,
    detail: { name, slug },
  });
}

const insertIfFree = (work: UnitOfWork, input: SiteInput, slug: string): Promise<SiteRow | undefined> =>
  work.sql
    .insertInto('sites')
    .values({ ...input, id: newId(), organization_id: work.organization_id, slug })
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'slug']).where('deleted_at', 'is', null).doNothing(),
    )
    .returning(rows.columns)
    .executeTakeFirst();
