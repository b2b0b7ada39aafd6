import t from 'tap';
import { ManualClock, systemClock } from '../index.ts';

t.test('a manual clock moves only when told; a jump of wall time leaves monotonic time alone', async (t) => {
  const clock = new ManualClock(new Date('2026-03-01T00:00:00Z'));
  clock.advance(1_500);
  t.equal(clock.now().toISOString(), '2026-03-01T00:00:01.500Z');
  clock.jumpTo(new Date('2020-01-01T00:00:00Z'));
  t.equal(clock.now().toISOString(), '2020-01-01T00:00:00.000Z');
  t.equal(clock.monotonicMs(), 1_500);
});

t.test('the system clock rises', async (t) => {
  const before = systemClock.monotonicMs();
  t.ok(systemClock.monotonicMs() >= before);
  t.ok(Math.abs(systemClock.now().getTime() - Date.now()) < 1_000);
});
