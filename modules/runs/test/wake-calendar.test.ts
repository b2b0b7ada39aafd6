import { waitFor } from '@patchbay/test/harness';
import t from 'tap';
import { WakeCalendar } from '../leases/wake-calendar.ts';

t.test('every moment has a ring at or after it, whichever was noted first', async (t) => {
  const ringsMs: number[] = [];
  const calendar = new WakeCalendar(() => ringsMs.push(performance.now()));
  const startMs = performance.now();
  const delaysMs = [60, 0, 120];
  for (const delayMs of delaysMs) calendar.note(delayMs);
  for (const delayMs of delaysMs)
    await waitFor('a ring', () => ringsMs.some((ringMs) => ringMs >= startMs + delayMs));
  const before = ringsMs.length;
  t.ok(before <= delaysMs.length);
  calendar.note(50_000);
  calendar.note(10);
  await waitFor('the nearer one', () => ringsMs.length === before + 1);
  calendar.clear();
});
