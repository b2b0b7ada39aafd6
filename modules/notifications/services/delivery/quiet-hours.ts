import Type, { type Static } from 'typebox';
import { clockChange, isTimezone, offsetAt, type WallTime, wallTimeAt } from './wall-clock.ts';

const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;
const CLOCK_TIME = '^([01][0-9]|2[0-3]):[0-5][0-9]$';

export const QuietHoursSchema = Type.Object(
  {
    start: Type.String({ pattern: CLOCK_TIME, examples: ['22:00'] }),
    end: Type.String({
      pattern: '^(([01][0-9]|2[0-3]):[0-5][0-9]|24:00)$',
      examples: ['07:00'],
      description: 'before `start` it means the next day',
    }),
    timezone: Type.String({ maxLength: 64, examples: ['Europe/Berlin'] }),
    days: Type.Optional(
      Type.Array(Type.Enum([...DAYS]), {
        minItems: 1,
        maxItems: 7,
        uniqueItems: true,
        description: 'on which it begins; default every day',
      }),
    ),
  },
  { additionalProperties: false },
);

/** Hours without messages, in local time. */
export type QuietHours = Static<typeof QuietHoursSchema>;

const DAY_MINUTES = 1_440;
const MINUTE_MS = 60_000;
/** A week of whole days joined end to end, with what clock changes may add. */
const MAX_STEPS = 32;

/** Their fault, in words; null if there is none. */
export function faultOf(quiet: QuietHours): { readonly field: string; readonly message: string } | null {
  if (!isTimezone(quiet.timezone))
    return { field: 'timezone', message: 'is no time zone of the IANA database' };
  const { start, end } = boundsOf(quiet);
  if (start === end) return { field: 'end', message: 'must differ from start' };
  if (end - start === DAY_MINUTES && (quiet.days?.length ?? 7) === 7)
    return { field: 'days', message: 'would leave no time that is not quiet' };
  return null;
}

export const isQuiet = (quiet: QuietHours, at: Date): boolean =>
  coversWall(quiet, wallTimeAt(quiet.timezone, at.getTime()));

/**
 * The first instant after `at` that is not quiet, or null if `at` is not. Goes by the clock on the wall: where it
 * is put forward over the end, quiet ends with the change; where it is put back into quiet hours, they go on.
 */
export function quietUntil(quiet: QuietHours, at: Date): Date | null {
  if (!isQuiet(quiet, at)) return null;
  let nowMs = at.getTime();
  for (let step = 0; step < MAX_STEPS; step += 1) {
    nowMs = nextBoundary(quiet, nowMs);
    if (!isQuiet(quiet, new Date(nowMs))) break;
  }
  return new Date(nowMs);
}

/** When the wall shows the end, or midnight, or jumps: nothing can change in between. */
function nextBoundary(quiet: QuietHours, nowMs: number): number {
  const { timezone } = quiet;
  const shownMs = nowMs + offsetAt(timezone, nowMs);
  const sinceMidnightMs = shownMs - Math.floor(shownMs / (DAY_MINUTES * MINUTE_MS)) * DAY_MINUTES * MINUTE_MS;
  const untilMs = (minutes: number): number => {
    const aheadMs = minutes * MINUTE_MS - sinceMidnightMs;
    return nowMs + (aheadMs > 0 ? aheadMs : aheadMs + DAY_MINUTES * MINUTE_MS);
  };
  const nextMs = Math.min(untilMs(boundsOf(quiet).end % DAY_MINUTES), untilMs(0));
  return clockChange(timezone, nowMs, nextMs) ?? nextMs;
}

function coversWall({ days, ...quiet }: QuietHours, { minutes, weekday }: WallTime): boolean {
  const { start, end } = boundsOf(quiet);
  const begins = (day: number): boolean => days === undefined || days.includes(DAYS[(day + 7) % 7] ?? 'sun');
  if (start < end) return minutes >= start && minutes < end && begins(weekday);
  return (minutes >= start && begins(weekday)) || (minutes < end && begins(weekday - 1));
}

const boundsOf = ({ start, end }: Pick<QuietHours, 'start' | 'end'>) => ({
  start: minutesOf(start),
  end: minutesOf(end),
});

function minutesOf(text: string): number {
  const [hours = 0, minutes = 0] = text.split(':').map(Number);
  return hours * 60 + minutes;
}
