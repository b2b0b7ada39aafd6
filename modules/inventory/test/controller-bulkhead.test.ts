import { ManualClock } from '@patchbay/kernel/telemetry';
import { failureOf } from '@patchbay/test/kit';
import { AdapterError, type AdapterErrorType } from '@patchbay/vendor-kit';
import t from 'tap';
import { ControllerBulkhead } from '../services/controllers/controller-bulkhead.ts';
import { ControllerBulkheads } from '../services/controllers/controller-bulkheads.ts';

const failing = (type: AdapterErrorType) => async (): Promise<never> => {
  throw new AdapterError(type, 'unknown', 'it failed');
};
/** An exchange that ends on demand. */
function held() {
  const { promise, resolve } = Promise.withResolvers<string>();
  let started = false;
  const exchange = (): Promise<string> => {
    started = true;
    return promise;
  };
  return { exchange, end: () => resolve('done'), isStarted: () => started };
}

t.test('two exchanges run at once, the third waits for a place', async (t) => {
  const bulkhead = new ControllerBulkhead(new ManualClock());
  const [first, second, third] = [held(), held(), held()];
  const all = [first, second, third].map(({ exchange }) => bulkhead.run(exchange));
  await new Promise(setImmediate);
  t.same(
    [first, second, third].map((each) => each.isStarted()),
    [true, true, false],
  );
  first.end();
  await all[0];
  await new Promise(setImmediate);
  t.ok(third.isStarted());
  second.end();
  third.end();
  t.same(await Promise.all(all), ['done', 'done', 'done']);
  t.ok(bulkhead.isIdle);
});

t.test(
  'beyond the queue, and after waiting too long, it is told to slow down and nothing is sent',
  async (t) => {
    const bulkhead = new ControllerBulkhead(new ManualClock(), { maxAtOnce: 1, maxWaiting: 1, waitMs: 5 });
    const busy = held();
    const running = bulkhead.run(busy.exchange);
    const waiting = failureOf(bulkhead.run(held().exchange));
    const refused = { type: 'adapter_rate_limit', outcome: 'not_sent' };
    t.match(await failureOf(bulkhead.run(held().exchange)), refused);
    t.match(await waiting, refused);
    busy.end();
    t.equal(await running, 'done');
    t.equal(await bulkhead.run(async () => 'free again'), 'free again');
  },
);

t.test('after five failed contacts in a row the controller is left alone for half a minute', async (t) => {
  const clock = new ManualClock();
  const bulkhead = new ControllerBulkhead(clock);
  let sent = 0;
  const exchange = async (): Promise<never> => {
    sent += 1;
    throw new AdapterError('adapter_authentication_error', 'refused', 'wrong password');
  };
  for (let round = 0; round < 5; round += 1) await failureOf(bulkhead.run(exchange));
  t.match(await failureOf(bulkhead.run(exchange)), {
    type: 'adapter_connection_error',
    outcome: 'not_sent',
    message: 'The controller failed 5 times in a row; it is tried again in 30 s.',
  });
  t.equal(sent, 5);
  clock.advance(30_000);
  await failureOf(bulkhead.run(exchange));
  t.equal(sent, 6, 'one try after the rest');
  t.match(await failureOf(bulkhead.run(exchange)), { outcome: 'not_sent' }, 'and rest again');
  clock.advance(30_000);
  t.equal(await bulkhead.run(async () => 'back'), 'back');
  await failureOf(bulkhead.run(exchange));
  t.equal(await bulkhead.run(async () => 'one failure is none'), 'one failure is none');
});

t.test('answers of the controller are contact, whatever they say', async (t) => {
  const bulkhead = new ControllerBulkhead(new ManualClock());
  for (let round = 0; round < 9; round += 1) await failureOf(bulkhead.run(failing('adapter_not_found')));
  t.equal(await bulkhead.run(async () => 'still open'), 'still open');
});

t.test('each controller has a bulkhead of its own, and a changed controller starts anew', async (t) => {
  const bulkheads = new ControllerBulkheads({ clock: new ManualClock() });
  for (let round = 0; round < 5; round += 1)
    await failureOf(bulkheads.of('a').run(failing('adapter_timeout')));
  t.match(await failureOf(bulkheads.of('a').run(async () => 'x')), { outcome: 'not_sent' });
  t.equal(await bulkheads.of('b').run(async () => 'other'), 'other');
  bulkheads.reset('a');
  t.equal(await bulkheads.of('a').run(async () => 'fresh'), 'fresh');
});
