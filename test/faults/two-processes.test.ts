// Waits more than it computes: for leases of killed and frozen processes to end.
import t, { type Test as TapTest } from 'tap';
import { times } from '../run/counts.ts';
import { killsOfOneOfTwo, pauseOfOneOfTwo } from './two-processes.ts';
import { isClean, lineOf, type Tally } from './world/tally.ts';

const redisUrl = process.env['PATCHBAY_TEST_REDIS_URL'];
const skip = redisUrl === undefined ? 'PATCHBAY_TEST_REDIS_URL is not set: no redis-server here' : false;
const options = { redisUrl: String(redisUrl), leaseSeconds: 4, events: times(160, 40) };

t.setTimeout(900_000);

function assertClean(t: TapTest, name: string, tally: Tally): void {
  t.comment(lineOf(name, tally));
  const { lost, doubled, stuck, untrue } = tally;
  t.same({ lost, doubled, stuck, untrue }, { lost: [], doubled: [], stuck: [], untrue: [] });
  t.ok(isClean(tally) && tally.acknowledged >= options.events);
}

t.test(
  'of two processes one is killed at any moment, again and again, and nothing is lost',
  { skip },
  async (t) => assertClean(t, 'one of two killed', await killsOfOneOfTwo(times(5, 1), options)),
);

t.test('a process that stands still for longer than its leases writes nothing stale', { skip }, async (t) =>
  assertClean(t, 'one of two paused', await pauseOfOneOfTwo(10_000, options)),
);
