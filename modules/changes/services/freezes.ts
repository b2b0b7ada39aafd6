import {
  containing,
  type Database,
  type Page,
  type PageQuery,
  readPage,
  sql,
  type Tables,
  type UnitOfWork,
} from '@patchbay/kernel/database';
import { notFound } from '@patchbay/kernel/errors';
import type { Contributions } from '@patchbay/kernel/extension';
import { assertUnchanged, type SiteGuard } from '@patchbay/kernel/http';
import type { Principal } from '@patchbay/kernel/permissions';
import type { Selectable } from 'kysely';
import type { Static } from 'typebox';
import { v7 as uuidv7 } from 'uuid';
import { tooManyFreezes } from '../review-errors.ts';
import type { FreezeInput, FreezePatch, FreezeSchema } from '../schemas-freezes.ts';
import { type FreezeSpan, freezeSpan } from './freeze-span.ts';
import { assertSite, invalidField } from './visible-site.ts';

type FreezeRow = Selectable<Tables['change_freezes']>;
type FreezeView = Static<typeof FreezeSchema>;

const MOST_FREEZES = 200;

/** The times in which an organization applies nothing. Who may change them stands with the routes. */
export class Freezes {
  readonly #database: Database;
  readonly #sites: Contributions<SiteGuard>;

  constructor(database: Database, sites: Contributions<SiteGuard>) {
    this.#database = database;
    this.#sites = sites;
  }

  list(principal: Principal, query: PageQuery): Promise<Page<FreezeView>> {
    return this.#database.read(principal, async ({ sql: trx }) => {
      let found = trx.selectFrom('change_freezes').where('deleted_at', 'is', null);
      if (query.site_id !== undefined) found = found.where('site_id', '=', query.site_id);
      if (query.search) found = found.where('reason', 'ilike', containing(query.search));
      const page = await readPage(found.selectAll(), query, { sort: '-starts_at' });
      return { ...page, items: page.items.map(viewOf) };
    });
  }

  get(principal: Principal, id: string): Promise<FreezeView> {
    return this.#database.read(principal, async (unit) => viewOf(await rowOf(unit, id)));
  }

  async create(principal: Principal, input: Static<typeof FreezeInput>): Promise<FreezeView> {
    const span = freezeSpan(input);
    await assertSite(this.#sites, principal, input.site_id);
    return this.#database.write(principal, async (work) => {
      const { count } = await work.sql
        .selectFrom('change_freezes')
        .select(sql<number>`count(*)`.as('count'))
        .where('deleted_at', 'is', null)
        .executeTakeFirstOrThrow();
      if (count >= MOST_FREEZES) throw tooManyFreezes();
      await assertTimeZone(work, span);
      const row = await work.sql
        .insertInto('change_freezes')
        .values({
          id: uuidv7(),
          organization_id: work.organization_id,
          site_id: input.site_id ?? null,
          reason: input.reason,
          created_by: principal.user_id,
          ...span,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      record(work, 'create', row);
      return viewOf(row);
    });
  }

  async update(
    principal: Principal,
    id: string,
    patch: Static<typeof FreezePatch>,
    if_match: string | null,
  ): Promise<FreezeView> {
    await this.get(principal, id);
    await assertSite(this.#sites, principal, patch.site_id);
    return this.#database.write(principal, async (work) => {
      const before = await rowOf(work, id, true);
      assertUnchanged(if_match, before.updated_at);
      const span = freezeSpan({ ...viewOf(before), ...patch });
      await assertTimeZone(work, span);
      const { site_id = before.site_id, reason = before.reason } = patch;
      const row = await work.sql
        .updateTable('change_freezes')
        .set({ ...span, site_id, reason, updated_at: sql<string>`clock_timestamp()` })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow();
      record(work, 'update', row, before);
      return viewOf(row);
    });
  }

  remove(principal: Principal, id: string, if_match: string | null): Promise<void> {
    return this.#database.write(principal, async (work) => {
      const row = await rowOf(work, id, true);
      assertUnchanged(if_match, row.updated_at);
      const now = sql<string>`clock_timestamp()`;
      await work.sql
        .updateTable('change_freezes')
        .set({ deleted_at: now, updated_at: now })
        .where('id', '=', id)
        .execute();
      record(work, 'delete', row);
    });
  }
}

async function rowOf(unit: Pick<UnitOfWork, 'sql'>, id: string, isLocked = false): Promise<FreezeRow> {
  const found = unit.sql
    .selectFrom('change_freezes')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null);
  const row = await (isLocked ? found.forUpdate() : found).executeTakeFirst();
  if (row === undefined) throw notFound();
  return row;
}

/** The database counts the days, so it must know the zone. */
async function assertTimeZone(work: UnitOfWork, { time_zone }: FreezeSpan): Promise<void> {
  const { rows } = await sql`select from pg_timezone_names where name = ${time_zone}`.execute(work.sql);
  if (rows.length === 0) throw invalidField('recurrence.time_zone', 'no such time zone', 'not_allowed');
}

function viewOf({ deleted_at, recurs, recurs_until, time_zone, ...row }: FreezeRow): FreezeView {
  const recurrence = recurs === null ? null : { every: recurs, until: recurs_until, time_zone };
  return { ...row, recurrence };
}

const said = (row: FreezeRow) => {
  const { site_id, starts_at, ends_at, reason, recurrence } = viewOf(row);
  return { site_id, starts_at, ends_at, reason, recurrence };
};

/** What it said before stands there too: a shortened freeze must be found again. */
function record(work: UnitOfWork, verb: string, row: FreezeRow, before?: FreezeRow): void {
  work.audit.record({
    action: `changes.freezes.${verb}`,
    target_type: 'change_freeze',
    target_id: row.id,
    detail: { ...said(row), ...(before === undefined ? {} : { before: said(before) }) },
  });
}
