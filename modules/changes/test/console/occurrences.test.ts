import t from 'tap';
import { dayOf, daysOfMonth, monthOf, monthText, occurrencesOf } from '../../console/freezes/occurrences.ts';

const span = (from: string, to: string) => ({ startMs: Date.parse(from), endMs: Date.parse(to) });
const iso = (ms: number) => new Date(ms).toISOString();

t.test('a single freeze is where it is', async (t) => {
  const freeze = { starts_at: '2026-05-01T10:00:00Z', ends_at: '2026-05-02T10:00:00Z', recurrence: null };
  t.equal(occurrencesOf(freeze, span('2026-05-02T00:00:00Z', '2026-05-03T00:00:00Z')).length, 1);
  t.equal(occurrencesOf(freeze, span('2026-05-03T00:00:00Z', '2026-05-04T00:00:00Z')).length, 0);
});

t.test('a recurring freeze keeps its time of day when the clock changes', async (t) => {
  const freeze = {
    starts_at: '2026-03-27T17:00:00Z',
    ends_at: '2026-03-27T22:00:00Z',
    recurrence: { every: 'week', until: null, time_zone: 'Europe/Berlin' },
  } as const;
  const [winter, summer] = occurrencesOf(freeze, span('2026-03-27T00:00:00Z', '2026-04-04T00:00:00Z'));
  t.equal(iso(winter?.startMs ?? 0), '2026-03-27T17:00:00.000Z', '18:00 in winter');
  t.equal(iso(summer?.startMs ?? 0), '2026-04-03T16:00:00.000Z', '18:00 in summer');
});

t.test('a recurrence ends, and begins not before its first time', async (t) => {
  const freeze = {
    starts_at: '2026-05-10T22:00:00Z',
    ends_at: '2026-05-11T02:00:00Z',
    recurrence: { every: 'day', until: '2026-05-12T23:00:00Z', time_zone: 'UTC' },
  } as const;
  const found = occurrencesOf(freeze, span('2026-05-01T00:00:00Z', '2026-06-01T00:00:00Z'));
  t.same(
    found.map(({ startMs }) => iso(startMs).slice(0, 10)),
    ['2026-05-10', '2026-05-11', '2026-05-12'],
  );
  const night = occurrencesOf(freeze, span('2026-05-12T00:00:00Z', '2026-05-12T01:00:00Z'));
  t.equal(iso(night[0]?.startMs ?? 0), '2026-05-11T22:00:00.000Z', 'one that began the day before');
});

t.test('a month has whole weeks from Monday', async (t) => {
  const days = daysOfMonth(2026, 1);
  t.equal(days.length % 7, 0);
  t.equal(days[0]?.getDay(), 1);
  t.equal(days.filter((day) => day.getMonth() === 1).length, 28);
  const day = dayOf(new Date(2026, 4, 1));
  t.equal(day.endMs > day.startMs, true);
  t.same(monthOf('2026-05', new Date(2020, 0, 1)), { year: 2026, month: 4 });
  t.same(monthOf('2026-13', new Date(2020, 0, 1)), { year: 2020, month: 0 });
  t.equal(monthText(2026, 4), '2026-05');
});
