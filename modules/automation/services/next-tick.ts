import { Cron } from 'croner';

/** Five fields; what else croner takes (seconds, years, dates, nicknames) is no schedule here. */
const FIELDS = 5;
const HOUR_MS = 3_600_000;
/** Ticks that such an hour can hold. */
const MINUTES = 60;

export interface Schedule {
  readonly cron: string;
  readonly timezone: string;
}

/**
 * The first tick after a moment; null when there is none. In the hour that a clock leaves out, a tick comes as much
 * later; in the hour it shows twice, one at a fixed hour comes once, and one of every hour both times, so that what
 * runs every few minutes never rests for an hour. Throws for what is no schedule.
 */
export function nextTick({ cron, timezone }: Schedule, after: Date): Date | null {
  const fields = cron.trim().split(/\s+/);
  if (fields.length !== FIELDS) throw new TypeError('takes five fields: minute hour day month weekday');
  // croner: kept, without dependencies, computes by the machine's own time zone data.
  const pattern = new Cron(cron.trim(), { timezone, mode: '5-part', paused: true });
  const next = firstShowing(pattern, after);
  if (next === null || fields[1] !== '*') return next;
  const again = secondShowing(pattern, timezone, after);
  return again !== null && again < next ? again : next;
}

/**
 * In an hour that is shown a second time croner answers with the first showing, which is over: from there it goes on
 * until something is ahead.
 */
function firstShowing(pattern: Cron, after: Date): Date | null {
  let next = pattern.nextRun(after);
  for (let tries = 0; next !== null && next <= after && tries < MINUTES; tries += 1)
    next = pattern.nextRun(next);
  return next !== null && next <= after ? pattern.nextRun(new Date(after.getTime() + HOUR_MS)) : next;
}

/** The same wall time an hour later, when the clock went back in between. */
function secondShowing(pattern: Cron, timezone: string, after: Date): Date | null {
  const first = pattern.nextRun(new Date(after.getTime() - HOUR_MS));
  if (first === null) return null;
  const again = new Date(first.getTime() + HOUR_MS);
  const wall = wallTimeIn(timezone);
  return again > after && wall.format(again) === wall.format(first) ? again : null;
}

const wallTimeIn = (timeZone: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'short', timeStyle: 'short' });
