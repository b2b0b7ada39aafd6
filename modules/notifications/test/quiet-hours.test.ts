import fc from 'fast-check';
import t from 'tap';
import { planned } from '../services/delivery/plan-delivery.ts';
import { faultOf, isQuiet, type QuietHours, quietUntil } from '../services/delivery/quiet-hours.ts';

const MINUTE_MS = 60_000;
const berlin: QuietHours = { start: '22:00', end: '07:00', timezone: 'Europe/Berlin' };
const until = (quiet: QuietHours, at: string) => quietUntil(quiet, new Date(at))?.toISOString() ?? null;

/** Days on which clocks are moved, in both directions, by an hour and by half of one. */
const changes = [
  ['Europe/Berlin', '2026-03-29T01:00:00Z'],
  ['Europe/Berlin', '2026-10-25T01:00:00Z'],
  ['America/New_York', '2026-03-08T07:00:00Z'],
  ['America/New_York', '2026-11-01T06:00:00Z'],
  ['Australia/Lord_Howe', '2026-04-04T15:00:00Z'],
  ['Australia/Lord_Howe', '2026-10-03T15:30:00Z'],
  ['America/Santiago', '2026-09-06T04:00:00Z'],
  ['Africa/Casablanca', '2026-02-15T02:00:00Z'],
  ['Asia/Kathmandu', '2026-06-01T00:00:00Z'],
  ['Pacific/Apia', '2011-12-30T10:00:00Z'],
] as const;
const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;

const formats = new Map(
  changes.map(([timeZone]) => {
    const options = { weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
    return [timeZone as string, new Intl.DateTimeFormat('en-GB', { timeZone, ...options })];
  }),
);

/** Local time, asked of Intl in another way than the code does. */
function wall(timezone: string, at: Date): { readonly day: string; readonly time: string } {
  const [day = '', time = ''] = String(formats.get(timezone)?.format(at)).split(' ');
  return { day: day.replace(',', '').toLowerCase(), time };
}

function isQuietNaively({ start, end, timezone, days = [...DAYS] }: QuietHours, at: Date): boolean {
  const { day, time } = wall(timezone, at);
  const today = (DAYS as readonly string[]).indexOf(day);
  const yesterday = DAYS[(today + 6) % 7] ?? 'sun';
  const beginsToday = (days as readonly string[]).includes(day);
  if (start < end) return beginsToday && time >= start && time < end;
  return (beginsToday && time >= start) || (days.includes(yesterday) && time < end);
}

const clockTime = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.constantFrom(0, 15, 29, 30, 45, 59))
  .map(([hour, minute]) => `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`);
const scene = fc
  .record({
    change: fc.constantFrom(...changes),
    offsetMinutes: fc.integer({ min: -2_880, max: 2_880 }),
    seconds: fc.integer({ min: 0, max: 59 }),
    start: clockTime,
    end: fc.oneof(clockTime, fc.constant('24:00')),
    days: fc.option(fc.uniqueArray(fc.constantFrom(...DAYS), { minLength: 1 }), { nil: undefined }),
  })
  .map(({ change: [timezone, at], offsetMinutes, seconds, start, end, days }) => ({
    quiet: { start, end, timezone, ...(days ? { days } : {}) } satisfies QuietHours,
    at: new Date(Date.parse(at) + offsetMinutes * MINUTE_MS + seconds * 1_000),
  }))
  .filter(({ quiet }) => faultOf(quiet) === null);

t.test('quiet hours end at the first minute that is not quiet, whatever happens to clocks', async (t) => {
  fc.assert(
    fc.property(scene, ({ quiet, at }) => {
      const end = quietUntil(quiet, at);
      if (end === null) return !isQuietNaively(quiet, at);
      if (isQuietNaively(quiet, end)) return false;
      for (let ms = at.getTime(); ms < end.getTime(); ms += MINUTE_MS)
        if (!isQuietNaively(quiet, new Date(ms))) return false;
      return isQuietNaively(quiet, new Date(end.getTime() - 1));
    }),
    { numRuns: 400 },
  );
  t.pass();
});

t.test('what is planned is never due in quiet hours, unless it is critical', async (t) => {
  fc.assert(
    fc.property(scene, fc.constantFrom(0, 5, 60, 1_440), ({ quiet, at }, digest_minutes) => {
      const timing = { digest_minutes, quiet_hours: quiet };
      const { due_at } = planned('high', timing, at);
      const critical = planned('critical', timing, at);
      return !isQuiet(quiet, due_at) && due_at >= at && critical.due_at === at && critical.mode === 'single';
    }),
    { numRuns: 200 },
  );
  t.pass();
});

t.test('the ends are those on the wall, in winter, in summer and between', async (t) => {
  t.equal(until(berlin, '2026-01-10T20:59:59Z'), null);
  t.equal(until(berlin, '2026-01-10T21:00:00Z'), '2026-01-11T06:00:00.000Z');
  t.equal(until(berlin, '2026-07-10T21:00:00Z'), '2026-07-11T05:00:00.000Z');
  t.equal(until(berlin, '2026-03-28T21:00:00Z'), '2026-03-29T05:00:00.000Z', 'an hour shorter');
  t.equal(until(berlin, '2026-10-24T20:00:00Z'), '2026-10-25T06:00:00.000Z', 'an hour longer');
  const skipped = { ...berlin, end: '02:30' };
  t.equal(until(skipped, '2026-03-28T22:00:00Z'), '2026-03-29T01:00:00.000Z', 'the end never showed');
  const weekend: QuietHours = { start: '00:00', end: '24:00', timezone: 'UTC', days: ['sat', 'sun'] };
  t.equal(until(weekend, '2026-08-01T12:00:00Z'), '2026-08-03T00:00:00.000Z');
  t.equal(until(weekend, '2026-08-03T00:00:00Z'), null);
});

t.test('hours that cannot be are refused with what is wrong', async (t) => {
  t.equal(faultOf(berlin), null);
  t.match(faultOf({ ...berlin, timezone: 'Mars/Olympus' }), { field: 'timezone' });
  t.match(faultOf({ ...berlin, end: '22:00' }), { field: 'end' });
  t.match(faultOf({ ...berlin, start: '00:00', end: '24:00' }), { field: 'days' });
  t.equal(faultOf({ ...berlin, start: '00:00', end: '24:00', days: ['sun'] }), null);
});
