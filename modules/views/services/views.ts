import {
  columnsOf,
  type Database,
  foundBy,
  isUnchangedBy,
  jsonValue,
  type Page,
  readPage,
  sql,
  TableRows,
  type Unit,
  type UnitOfWork,
} from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import { forbidden, notFound, validationFailed } from '@patchbay/kernel/errors';
import { authorize, heldToSites, type PermissionMap, type Principal } from '@patchbay/kernel/permissions';
import { newId } from '@patchbay/kernel/schema';
import { tooManyViews } from '../errors.ts';
import {
  type SearchOfView,
  type ViewInput,
  type ViewPatch,
  type ViewQuery,
  type ViewReply,
  ViewSchema,
} from '../schemas.ts';
import { noted } from './noted.ts';

const MAX_VIEWS = 100;
/** Bounds what a page of the list can weigh. */
const MAX_SEARCH_CHARACTERS = 131_072;

type Row = Omit<ViewReply, 'is_own'>;

const rows = new TableRows('saved_views', {
  columns: columnsOf(ViewSchema, 'is_own'),
  searched: ['name', 'page'],
  sort: 'name',
});

/** Saved views: own ones, and those that others of the organization share. */
export class Views extends Service<{ database: Database; permissions: PermissionMap }> {
  list(principal: Principal, query: ViewQuery): Promise<Page<ViewReply>> {
    return this.parts.database.read(principal, async (unit) => {
      let found = seen(unit);
      if (query.for_page !== undefined) found = found.where('page', '=', query.for_page);
      if (query.search)
        found = found.where(foundBy(query.search, { texts: [sql.ref('name'), sql.ref('page')] }));
      // No view stands at a site, so none is found at one.
      if (query.site_id !== undefined) found = found.where(sql<boolean>`false`);
      const page = await readPage(found.select(rows.columns), query, { sort: 'name' });
      return { ...page, items: page.items.map((row) => shownTo(principal, row)) };
    });
  }

  /** Throws `kernel.not_found`, for private views of others too. */
  get(principal: Principal, id: string): Promise<ViewReply> {
    return this.parts.database.read(principal, async (unit) => shownTo(principal, await one(unit, id)));
  }

  /** Throws `views.too_many`, and `kernel.forbidden` where a view is shared by a person who may not. */
  create(principal: Principal, { is_shared = false, ...input }: ViewInput): Promise<ViewReply> {
    const owner_id = ownerIn(principal);
    if (is_shared) this.#authorizeSharing(principal);
    assertBounded(input.search);
    return this.parts.database.write(principal, async (work) => {
      await rows.assertRoom(work, MAX_VIEWS, tooManyViews, () => rows.count(work, { owner_id }));
      const search = jsonValue<SearchOfView>(input.search);
      const row = await rows.add(work, { ...input, id: newId(), owner_id, is_shared, search });
      noted(work, null, row);
      return shownTo(principal, row);
    });
  }

  /** Throws `kernel.not_found`, `kernel.forbidden` or `kernel.precondition_failed`. */
  update(principal: Principal, id: string, patch: ViewPatch, if_match: string | null): Promise<ViewReply> {
    if (patch.search !== undefined) assertBounded(patch.search);
    return this.parts.database.write(principal, async (work) => {
      const before = await this.#held(work, id, if_match);
      if (patch.is_shared ?? before.is_shared) this.#authorizeSharing(principal);
      if (isUnchangedBy(before, patch)) return shownTo(principal, before);
      const { search, ...plain } = patch;
      const row = await rows.change(work, id, {
        ...plain,
        ...(search === undefined ? {} : { search: jsonValue<SearchOfView>(search) }),
      });
      noted(work, before, row);
      return shownTo(principal, row);
    });
  }

  /** Soft-deletes; throws `kernel.not_found`, `kernel.forbidden` or `kernel.precondition_failed`. */
  async remove(principal: Principal, id: string, if_match: string | null): Promise<void> {
    await this.parts.database.write(principal, async (work) => {
      const row = await this.#held(work, id, if_match);
      await rows.remove(work, id);
      noted(work, row, null);
    });
  }

  /** Locked for its owner, and for administrators while it is shared. */
  async #held(work: UnitOfWork, id: string, if_match: string | null): Promise<Row> {
    const { principal } = work;
    const row = await one(work, id);
    if (row.is_shared && principal.site_ids !== null) throw heldToSites();
    if (!isOwn(principal, row)) authorize(this.parts.permissions, principal, { permission: 'view:admin' });
    const held = await rows.hold(work, id, if_match);
    // Between the two its owner may have made it private.
    if (!held.is_shared && !isOwn(principal, held)) throw notFound();
    return held;
  }

  #authorizeSharing(principal: Principal): void {
    if (principal.site_ids !== null) throw heldToSites();
    authorize(this.parts.permissions, principal, { permission: 'view:share' });
  }
}

/** A user is deleted at once; the views follow a moment later, and are seen by nobody meanwhile. */
const seen = ({ sql: db, principal }: Unit) =>
  db
    .selectFrom('saved_views')
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`(is_shared or owner_id = ${principal.user_id}::uuid)`)
    .where(
      sql<boolean>`exists (select from users u where u.id = saved_views.owner_id and u.deleted_at is null)`,
    );

async function one(unit: Unit, id: string): Promise<Row> {
  const row = await seen(unit).select(rows.columns).where('id', '=', id).executeTakeFirst();
  if (row === undefined) throw notFound();
  return row;
}

const isOwn = ({ user_id }: Principal, { owner_id }: Row): boolean => owner_id === user_id;

const shownTo = (principal: Principal, row: Row): ViewReply => ({ ...row, is_own: isOwn(principal, row) });

function ownerIn({ user_id }: Principal): string {
  if (user_id === null) throw forbidden();
  return user_id;
}

function assertBounded(search: SearchOfView): void {
  if (JSON.stringify(search).length <= MAX_SEARCH_CHARACTERS) return;
  const message = `is longer than ${MAX_SEARCH_CHARACTERS} characters as JSON`;
  throw validationFailed({ details: [{ field: 'search', message, type: 'too_long' }] });
}
