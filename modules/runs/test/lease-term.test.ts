import { ManualClock } from '@patchbay/kernel/telemetry';
import t from 'tap';
import { LeaseTerm } from '../leases/lease-term.ts';

const LENGTH_MS = 15_000;

function begin() {
  const clock = new ManualClock();
  return { clock, term: new LeaseTerm(clock, LENGTH_MS) };
}

t.test('nothing is ours before the database said so', async (t) => {
  const { term } = begin();
  t.notOk(term.isOurs());
  t.notOk(await term.begin(async () => false));
  t.notOk(term.isOurs());
});

t.test('a term counts from before it was asked for', async (t) => {
  const { clock, term } = begin();
  await term.begin(async () => {
    clock.advance(LENGTH_MS);
    return true;
  });
  t.ok(term.isOurs());
  clock.advance(1);
  t.notOk(term.isOurs());
});

t.test('a refused renewal adds nothing, one that is given begins anew', async (t) => {
  const { clock, term } = begin();
  await term.begin(async () => true);
  clock.advance(LENGTH_MS);
  await term.begin(async () => false);
  clock.advance(1);
  t.notOk(term.isOurs());
  await term.begin(async () => true);
  t.ok(term.isOurs());
});

t.test('a machine that slept without its monotonic clock noticing has lost it', async (t) => {
  const { clock, term } = begin();
  await term.begin(async () => true);
  clock.jumpTo(new Date(clock.now().getTime() + LENGTH_MS + 1));
  t.notOk(term.isOurs());
});
