import {
  containing,
  type Database,
  isUnchangedBy,
  type Page,
  type PageQuery,
  readPage,
  sql,
  type Tables,
  type UnitOfWork,
} from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import type { Contributions } from '@patchbay/kernel/extension';
import { assertAtSite, type Principal, type SiteGuard } from '@patchbay/kernel/permissions';
import type { Selectable } from 'kysely';
import type { Static } from 'typebox';
import { v7 as uuidv7 } from 'uuid';
import { tooManyFreezes } from '../../errors/reviews.ts';
import { changeFreezeChanged } from '../../events/settings.ts';
import type { FreezeInput, FreezePatch, FreezeSchema } from '../../schemas/freezes.ts';
import { assertSite, invalidField } from '../record/visible-site.ts';
import { type FreezeSpan, freezeSpan } from './freeze-span.ts';
import { RuleRows } from './rule-rows.ts';

type FreezeRow = Selectable<Tables['change_freezes']>;
type FreezeView = Static<typeof FreezeSchema>;

const MAX_FREEZES = 200;

function viewOf({ deleted_at, recurs, recurs_until, time_zone, ...row }: FreezeRow): FreezeView {
  const recurrence = recurs === null ? null : { every: recurs, until: recurs_until, time_zone };
  return { ...row, recurrence };
}

const said = (row: FreezeRow) => {
  const { site_id, starts_at, ends_at, reason, recurrence } = viewOf(row);
  return { site_id, starts_at, ends_at, reason, recurrence };
};

const rules = new RuleRows<FreezeRow>({
  facts: {
    table: 'change_freezes',
    target_type: 'change_freeze',
    action: 'changes.freezes',
    most: MAX_FREEZES,
    tooMany: tooManyFreezes,
    said,
    changed: changeFreezeChanged,
  },
});

/** The times in which an organization applies nothing. The routes hold the right to change them. */
export class Freezes extends Service<{ database: Database; sites: Contributions<SiteGuard> }> {
  list(principal: Principal, query: PageQuery): Promise<Page<FreezeView>> {
    return this.parts.database.read(principal, async ({ sql: trx }) => {
      let found = trx.selectFrom('change_freezes').where('deleted_at', 'is', null);
      if (query.site_id !== undefined) found = found.where('site_id', '=', query.site_id);
      if (query.search) found = found.where('reason', 'ilike', containing(query.search));
      const page = await readPage(found.selectAll(), query, { sort: '-starts_at' });
      return { ...page, items: page.items.map(viewOf) };
    });
  }

  get(principal: Principal, id: string): Promise<FreezeView> {
    return this.parts.database.read(principal, async (unit) => viewOf(await rules.find(unit, id)));
  }

  async create(principal: Principal, input: Static<typeof FreezeInput>): Promise<FreezeView> {
    assertAtSite(principal, input.site_id);
    const span = freezeSpan(input);
    await assertSite(this.parts.sites, principal, input.site_id);
    return this.parts.database.write(principal, async (work) => {
      await rules.assertRoom(work);
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
      rules.record(work, 'create', row);
      return viewOf(row);
    });
  }

  async update(
    principal: Principal,
    id: string,
    patch: Static<typeof FreezePatch>,
    if_match: string | null,
  ): Promise<FreezeView> {
    const { site_id: at } = await this.get(principal, id);
    assertAtSite(principal, patch.site_id === undefined ? at : patch.site_id);
    await assertSite(this.parts.sites, principal, patch.site_id);
    return this.parts.database.write(principal, async (work) => {
      const before = await rules.hold(work, id, if_match);
      if (isUnchangedBy(viewOf(before), patch)) return viewOf(before);
      const span = freezeSpan({ ...viewOf(before), ...patch });
      await assertTimeZone(work, span);
      const { site_id = before.site_id, reason = before.reason } = patch;
      const row = await work.sql
        .updateTable('change_freezes')
        .set({ ...span, site_id, reason, updated_at: sql<string>`clock_timestamp()` })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow();
      rules.record(work, 'update', row, before);
      return viewOf(row);
    });
  }

  remove(principal: Principal, id: string, if_match: string | null): Promise<void> {
    return this.parts.database.write(principal, (work) => rules.remove(work, id, if_match));
  }
}

/** The database counts the days, so it must know the zone. */
async function assertTimeZone(work: UnitOfWork, { time_zone }: FreezeSpan): Promise<void> {
  const { rows } = await sql`select from pg_timezone_names where name = ${time_zone}`.execute(work.sql);
  if (rows.length === 0) throw invalidField('recurrence.time_zone', 'no such time zone', 'not_allowed');
}
