import { ManualClock } from '@patchbay/kernel/telemetry';
import { AdapterError, type AdapterErrorType } from '@patchbay/vendor-kit';
import t from 'tap';
import { ControllerGate } from '../services/controllers/controller-gate.ts';
import { ControllerGates } from '../services/controllers/controller-gates.ts';

const failing = (type: AdapterErrorType) => async (): Promise<never> => {
  throw new AdapterError(type, 'unknown', 'it failed');
};
const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'it worked',
    (error) => error,
  );

/** An exchange that ends when told to. */
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
  const gate = new ControllerGate(new ManualClock());
  const [first, second, third] = [held(), held(), held()];
  const all = [first, second, third].map(({ exchange }) => gate.run(exchange));
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
  t.ok(gate.isIdle);
});

t.test(
  'beyond the queue, and after waiting too long, it is told to slow down and nothing is sent',
  async (t) => {
    const gate = new ControllerGate(new ManualClock(), { most: 1, mostWaiting: 1, waitMs: 5 });
    const busy = held();
    const running = gate.run(busy.exchange);
    const waiting = failureOf(gate.run(held().exchange));
    const refused = { type: 'adapter_rate_limit', outcome: 'not_sent' };
    t.match(await failureOf(gate.run(held().exchange)), refused);
    t.match(await waiting, refused);
    busy.end();
    t.equal(await running, 'done');
    t.equal(await gate.run(async () => 'free again'), 'free again');
  },
);

t.test('after five failed contacts in a row the controller is left alone for half a minute', async (t) => {
  const clock = new ManualClock();
  const gate = new ControllerGate(clock);
  let sent = 0;
  const exchange = async (): Promise<never> => {
    sent += 1;
    throw new AdapterError('adapter_authentication_error', 'refused', 'wrong password');
  };
  for (let round = 0; round < 5; round += 1) await failureOf(gate.run(exchange));
  t.match(await failureOf(gate.run(exchange)), {
    type: 'adapter_connection_error',
    outcome: 'not_sent',
    message: 'The controller failed 5 times in a row; it is tried again in 30 s.',
  });
  t.equal(sent, 5);
  clock.advance(30_000);
  await failureOf(gate.run(exchange));
  t.equal(sent, 6, 'one try after the rest');
  t.match(await failureOf(gate.run(exchange)), { outcome: 'not_sent' }, 'and rest again');
  clock.advance(30_000);
  t.equal(await gate.run(async () => 'back'), 'back');
  await failureOf(gate.run(exchange));
  t.equal(await gate.run(async () => 'one failure is none'), 'one failure is none');
});

t.test('answers of the controller are contact, whatever they say', async (t) => {
  const gate = new ControllerGate(new ManualClock());
  for (let round = 0; round < 9; round += 1) await failureOf(gate.run(failing('adapter_not_found')));
  t.equal(await gate.run(async () => 'still open'), 'still open');
});

t.test('each controller has a gate of its own, and a changed controller starts anew', async (t) => {
  const gates = new ControllerGates(new ManualClock());
  for (let round = 0; round < 5; round += 1) await failureOf(gates.of('a').run(failing('adapter_timeout')));
  t.match(await failureOf(gates.of('a').run(async () => 'x')), { outcome: 'not_sent' });
  t.equal(await gates.of('b').run(async () => 'other'), 'other');
  gates.reset('a');
  t.equal(await gates.of('a').run(async () => 'fresh'), 'fresh');
});
