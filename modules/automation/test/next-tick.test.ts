import { Cron } from 'croner';
import fc from 'fast-check';
import t from 'tap';
import { nextTick } from '../services/intake/next-tick.ts';

const ticks = (cron: string, timezone: string, from: string, count: number): readonly string[] => {
  let after = new Date(from);
  return Array.from({ length: count }, () => {
    after = nextTick({ cron, timezone }, after) ?? new Date(Number.NaN);
    return after.toISOString().slice(0, 16);
  });
};

t.test('a day begins where the time zone says', async (t) => {
  t.same(ticks('0 0 * * *', 'Europe/Berlin', '2026-11-20T12:00:00Z', 2), [
    '2026-11-20T23:00',
    '2026-11-21T23:00',
  ]);
  t.same(ticks('0 0 * * *', 'Asia/Kolkata', '2026-11-20T12:00:00Z', 1), ['2026-11-20T18:30']);
  t.same(ticks('30 8 * * 1-5', 'UTC', '2026-11-20T12:00:00Z', 2), ['2026-11-23T08:30', '2026-11-24T08:30']);
});

t.test('in the hour that spring leaves out a tick comes an hour later, once', async (t) => {
  t.same(ticks('30 2 * * *', 'Europe/Berlin', '2026-03-28T00:00:00Z', 3), [
    '2026-03-28T01:30',
    '2026-03-29T01:30',
    '2026-03-30T00:30',
  ]);
  t.same(ticks('*/30 * * * *', 'Europe/Berlin', '2026-03-29T00:10:00Z', 4), [
    '2026-03-29T00:30',
    '2026-03-29T01:00',
    '2026-03-29T01:30',
    '2026-03-29T02:00',
  ]);
});

t.test('in the hour that autumn shows twice a tick of one hour comes once', async (t) => {
  t.same(ticks('30 2 * * *', 'Europe/Berlin', '2026-10-24T00:00:00Z', 3), [
    '2026-10-24T00:30',
    '2026-10-25T00:30',
    '2026-10-26T01:30',
  ]);
  t.same(ticks('0 3 * * *', 'Europe/Berlin', '2026-10-24T12:00:00Z', 2), [
    '2026-10-25T02:00',
    '2026-10-26T02:00',
  ]);
});

t.test('what comes every hour or more often comes in both', async (t) => {
  t.same(ticks('*/30 * * * *', 'Europe/Berlin', '2026-10-24T23:40:00Z', 6), [
    '2026-10-25T00:00',
    '2026-10-25T00:30',
    '2026-10-25T01:00',
    '2026-10-25T01:30',
    '2026-10-25T02:00',
    '2026-10-25T02:30',
  ]);
  t.same(ticks('5 * * * *', 'Europe/Berlin', '2026-10-24T23:10:00Z', 4), [
    '2026-10-25T00:05',
    '2026-10-25T01:05',
    '2026-10-25T02:05',
    '2026-10-25T03:05',
  ]);
  t.same(ticks('0 * * * *', 'America/New_York', '2026-11-01T04:30:00Z', 3), [
    '2026-11-01T05:00',
    '2026-11-01T06:00',
    '2026-11-01T07:00',
  ]);
});

t.test('every minute of a year with both switches ticks once', async (t) => {
  for (const [from, hours] of [
    ['2026-03-28T22:00:00Z', 6],
    ['2026-10-24T22:00:00Z', 6],
  ] as const) {
    const found = ticks('* * * * *', 'Europe/Berlin', from, hours * 60);
    const expected = found.map((_, index) =>
      new Date(Date.parse(from) + (index + 1) * 60_000).toISOString().slice(0, 16),
    );
    t.same(found, expected);
  }
});

t.test('what never comes has no tick, and what is no schedule is refused', async (t) => {
  t.equal(nextTick({ cron: '0 0 31 2 *', timezone: 'UTC' }, new Date()), null);
  for (const cron of ['', '* * * *', '* * * * * *', '@hourly', '0 0 1 1 * 2030', 'x x x x x', '99 * * * *'])
    t.throws(() => nextTick({ cron, timezone: 'UTC' }, new Date()), cron);
  t.throws(() => nextTick({ cron: '* * * * *', timezone: 'Moon/Base' }, new Date()));
});

t.test('however far clocks go back, what comes every hour ticks whenever they show its minute', async (t) => {
  const switches = [
    ['Europe/Berlin', '2026-10-25T01:00:00Z'],
    ['America/New_York', '2026-11-01T06:00:00Z'],
    ['Australia/Lord_Howe', '2026-04-04T15:00:00Z'],
    ['Antarctica/Troll', '2026-10-25T01:00:00Z'],
    ['America/Havana', '2026-11-01T05:00:00Z'],
  ] as const;
  for (const [timezone, at] of switches)
    for (const minute of ['*/5', '*/7', '0', '15', '30', '45', '5-9']) {
      const cron = `${minute} * * * *`;
      const pattern = new Cron(cron, { timezone, paused: true });
      const from = Date.parse(at) - 3 * 3_600_000;
      const shown = Array.from({ length: 420 }, (_, index) => new Date(from + (index + 1) * 60_000))
        .filter((moment) => pattern.match(moment))
        .map((moment) => moment.toISOString().slice(0, 16));
      t.same(ticks(cron, timezone, new Date(from).toISOString(), shown.length), shown, `${timezone} ${cron}`);
    }
});

t.test('the next tick always lies ahead, whatever the clocks do', async () => {
  const minutes = fc.constantFrom('*', '*/7', '0', '30', '59', '0,15', '5-9');
  const hours = fc.constantFrom('*', '*/2', '0', '1', '2', '3', '23', '0-5');
  const zones = fc.constantFrom(
    'Europe/Berlin',
    'America/New_York',
    'Australia/Lord_Howe',
    'Antarctica/Troll',
    'Asia/Kolkata',
    'UTC',
    'America/Sao_Paulo',
    'Africa/Casablanca',
  );
  const moments = fc.integer({
    min: Date.parse('2026-01-01T00:00:00Z'),
    max: Date.parse('2027-12-31T00:00:00Z'),
  });
  const switches = fc.constantFrom(
    ...['2026-03-29T01:00:00Z', '2026-10-25T01:00:00Z', '2026-11-01T06:00:00Z', '2026-04-04T15:00:00Z'].map(
      Date.parse,
    ),
  );
  const near = fc.tuple(switches, fc.integer({ min: -7_200_000, max: 7_200_000 })).map(([at, by]) => at + by);
  fc.assert(
    fc.property(minutes, hours, zones, fc.oneof(moments, near), (minute, hour, timezone, atMs) => {
      const next = nextTick({ cron: `${minute} ${hour} * * *`, timezone }, new Date(atMs));
      return next !== null && next.getTime() > atMs && next.getTime() - atMs < 50 * 3_600_000;
    }),
    { numRuns: 1_000 },
  );
});
