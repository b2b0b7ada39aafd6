import { Cron } from 'croner';

/** Five fields; croner's further forms (seconds, years, dates, nicknames) are no schedule here. */
const FIELDS = 5;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Longer than any clock goes back: half an hour at Lord Howe, two at Troll, one everywhere else. */
const WINDOW_MS = 3 * HOUR_MS;
/** Ticks that such a time can hold. */
const MAX_TICKS = 120;

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
  return next === null || fields[1] !== '*' ? next : eitherShowing(pattern, timezone, after, next);
}

/**
 * In a time that is shown twice croner may answer with the first showing, which is over: from there it goes on until
 * something is ahead.
 */
function firstShowing(pattern: Cron, after: Date): Date | null {
  let next = pattern.nextRun(after);
  for (let tries = 0; next !== null && next <= after && tries < MAX_TICKS; tries += 1)
    next = pattern.nextRun(next);
  return next !== null && next <= after ? pattern.nextRun(new Date(after.getTime() + 2 * HOUR_MS)) : next;
}

/** Times that croner passes over where a clock goes back: in three hours each way, every minute is checked. */
function eitherShowing(pattern: Cron, timezone: string, after: Date, next: Date): Date {
  const [fromMs, toMs] = [after.getTime(), next.getTime()];
  const windows = [
    [fromMs, Math.min(toMs, fromMs + WINDOW_MS)],
    [Math.max(fromMs, toMs - WINDOW_MS), toMs],
  ] as const;
  const clock = wallClockIn(timezone);
  for (const [startMs, endMs] of windows) {
    const beforeMs = startMs - WINDOW_MS;
    if (clock(endMs) - clock(beforeMs) >= endMs - beforeMs) continue;
    for (let atMs = startMs + MINUTE_MS; atMs < endMs; atMs += MINUTE_MS) {
      const minute = new Date(atMs - (atMs % MINUTE_MS));
      if (pattern.match(minute)) return minute;
    }
  }
  return next;
}

/** Local time of a zone, as if it stood in UTC. */
function wallClockIn(timeZone: string): (atMs: number) => number {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  return (atMs) => Date.parse(`${format.format(atMs).replace(' ', 'T')}Z`) + (atMs % 1_000);
}
