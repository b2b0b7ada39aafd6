import type { Static } from 'typebox';
import type { FreezeInput } from '../../schemas/freezes.ts';
import { invalidField } from '../record/visible-site.ts';

/** When a freeze holds, as it is stored. */
export interface FreezeSpan {
  readonly starts_at: string;
  readonly ends_at: string;
  readonly recurs: 'day' | 'week' | null;
  readonly recurs_until: string | null;
  readonly time_zone: string;
}

const DAY_MS = 24 * 60 * 60_000;
const MAX_MS = { day: DAY_MS, week: 7 * DAY_MS } as const;
const LATEST_MS = Date.UTC(2100, 0, 1);

/** Throws a 422 that names the field for times that make no window. */
export function freezeSpan({
  starts_at,
  ends_at,
  recurrence,
}: Pick<Static<typeof FreezeInput>, 'starts_at' | 'ends_at' | 'recurrence'>): FreezeSpan {
  const [starts, ends] = [instant('starts_at', starts_at), instant('ends_at', ends_at)];
  if (ends <= starts) throw invalidField('ends_at', 'must lie after starts_at', 'range');
  const span = { starts_at: iso(starts), ends_at: iso(ends) };
  if (!recurrence) return { ...span, recurs: null, recurs_until: null, time_zone: 'UTC' };
  const { every, until, time_zone = 'UTC' } = recurrence;
  if (ends - starts > MAX_MS[every])
    throw invalidField('ends_at', `a window that recurs every ${every} is at most a ${every} long`, 'range');
  const last = until ? instant('recurrence.until', until) : null;
  if (last !== null && last < starts)
    throw invalidField('recurrence.until', 'must not lie before starts_at', 'range');
  return { ...span, recurs: every, recurs_until: last === null ? null : iso(last), time_zone };
}

const iso = (ms: number): string => new Date(ms).toISOString();

function instant(field: string, text: string): number {
  const ms = Date.parse(text);
  if (Number.isNaN(ms) || ms < 0 || ms >= LATEST_MS)
    throw invalidField(field, 'a time between 1970 and 2100', 'range');
  return ms;
}
