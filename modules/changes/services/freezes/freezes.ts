import { columnsOf, sql, TableRows, type Tables, type UnitOfWork } from '@patchbay/kernel/database';
import type { Selectable } from 'kysely';
import type { Static } from 'typebox';
import { tooManyFreezes } from '../../errors/reviews.ts';
import { changeFreezeChanged } from '../../events/settings.ts';
import { type FreezeInput, type FreezePatch, FreezeSchema } from '../../schemas/freezes.ts';
import { invalidField } from '../record/visible-site.ts';
import { type FreezeSpan, freezeSpan } from './freeze-span.ts';
import { OrganizationRules, type RuleFacts, type Written } from './organization-rules.ts';

type FreezeRow = Omit<Selectable<Tables['change_freezes']>, 'deleted_at'>;
type FreezeView = Static<typeof FreezeSchema>;
type Input = Static<typeof FreezeInput>;
type Patch = Static<typeof FreezePatch>;

/** The times in which an organization applies nothing. */
export class Freezes extends OrganizationRules<FreezeRow, FreezeView, Input, Patch> {
  protected readonly facts: RuleFacts<FreezeRow, FreezeView> = {
    stored: new TableRows('change_freezes', {
      columns: [...columnsOf(FreezeSchema, 'recurrence'), 'recurs', 'recurs_until', 'time_zone'],
      searched: ['reason'],
      sort: '-starts_at',
    }),
    viewOf: ({ recurs, recurs_until, time_zone, ...row }) => ({
      ...row,
      recurrence: recurs === null ? null : { every: recurs, until: recurs_until, time_zone },
    }),
    target_type: 'change_freeze',
    action: 'changes.freezes',
    most: 200,
    tooMany: tooManyFreezes,
    changed: changeFreezeChanged,
    said: ({ site_id, starts_at, ends_at, reason, recurrence }) => ({
      site_id,
      starts_at,
      ends_at,
      reason,
      recurrence,
    }),
  };

  protected assertSound(given: Input | Patch, before: FreezeView | null): void {
    if (before === null) freezeSpan(given as Input);
  }

  protected async valuesOf(
    work: UnitOfWork,
    given: Input | Patch,
    before: FreezeView | null,
  ): Promise<Written> {
    const { site_id = null, reason, ...times } = { ...before, ...given } as Input;
    const span = freezeSpan(times);
    await assertTimeZone(work, span);
    return { ...span, site_id, reason };
  }
}

/** The database counts the days, so it must know the zone. */
async function assertTimeZone(work: UnitOfWork, { time_zone }: FreezeSpan): Promise<void> {
  const { rows } = await sql`select from pg_timezone_names where name = ${time_zone}`.execute(work.sql);
  if (rows.length === 0) throw invalidField('recurrence.time_zone', 'no such time zone', 'not_allowed');
}
