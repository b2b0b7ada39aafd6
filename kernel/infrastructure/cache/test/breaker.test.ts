import t from 'tap';
import { ManualClock } from '../../../telemetry/index.ts';
import { Breaker } from '../breaker.ts';

t.test('three time-outs in a row open it for a second; afterwards one is enough', async (t) => {
  const clock = new ManualClock();
  const breaker = new Breaker(clock);
  t.same([breaker.timedOut(), breaker.timedOut()], [false, false]);
  breaker.succeeded();
  t.same([breaker.timedOut(), breaker.timedOut(), breaker.isOpen], [false, false, false]);
  t.equal(breaker.timedOut(), true);
  t.equal(breaker.isOpen, true);
  t.equal(breaker.timedOut(), false);
  clock.advance(1_000);
  t.equal(breaker.isOpen, false);
  t.equal(breaker.timedOut(), true);
  clock.advance(1_000);
  breaker.succeeded();
  t.equal(breaker.timedOut(), false);
});
