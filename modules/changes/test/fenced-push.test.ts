import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { GuardedOutbound } from '@patchbay/kernel/outbound';
import { systemClock } from '@patchbay/kernel/telemetry';
import { AdapterError, type Fence, outboundSend } from '@patchbay/vendor-kit';
import t, { type Test } from 'tap';
import { fencedPush } from '../services/applying/fenced-push.ts';

const LONG_MS = 5_000;
const late = () => new AdapterError('adapter_timeout', 'unknown', 'late');

/** A device that counts what reaches it, and a push of as many requests as wanted, one after another. */
async function device(t: Test, options: { onRequest?: (count: number) => void } = {}) {
  let reached = 0;
  const answer: RequestListener = (_request, response) => {
    reached += 1;
    options.onRequest?.(reached);
    response.end('{}');
  };
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const outbound = new GuardedOutbound({ resolve: async (host) => [host] }, systemClock);
  t.teardown(() => {
    outbound.dispose();
    server.close();
  });
  const send = outboundSend(outbound);
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const request = { url, method: 'PUT', headers: {}, body: '{}', timeoutMs: LONG_MS };
  const push = async (requests: number, between: () => Promise<unknown> = async () => {}) => {
    for (let each = 0; each < requests; each += 1) {
      if (each > 0) await between();
      await send(request);
    }
  };
  return { push, reached: () => reached };
}

const open: Fence = () => true;

t.test('under an open fence everything is sent', async (t) => {
  const { push, reached } = await device(t);
  await fencedPush(LONG_MS, open, () => push(2), late);
  t.equal(reached(), 2);
});

t.test('a closed fence lets no byte out, and the adapter says that nothing was sent', async (t) => {
  const { push, reached } = await device(t);
  const refused = fencedPush(
    LONG_MS,
    () => false,
    () => push(1),
    late,
  );
  await t.rejects(refused, { type: 'adapter_connection_error', outcome: 'not_sent', message: /stood still/ });
  t.equal(reached(), 0);
});

t.test('the fence is asked for every request, on its open connection', async (t) => {
  let isOpen = true;
  const { push, reached } = await device(t, { onRequest: () => (isOpen = false) });
  await t.rejects(
    fencedPush(
      LONG_MS,
      () => isOpen,
      () => push(3),
      late,
    ),
    { message: /stood still/, outcome: 'not_sent' },
  );
  t.equal(reached(), 1);
});

t.test('a push that was given up sends nothing more', async (t) => {
  const { push, reached } = await device(t);
  let goOn = (): void => {};
  let isEnded = false;
  const waiting = new Promise<void>((resolve) => (goOn = resolve));
  const pushing = () => push(2, () => waiting).finally(() => (isEnded = true));
  await t.rejects(fencedPush(100, open, pushing, late), { message: 'late', outcome: 'unknown' });
  goOn();
  while (!isEnded) await new Promise((resolve) => setImmediate(resolve));
  t.equal(reached(), 1);
});

t.test('requests outside a push are asked nothing', async (t) => {
  const { push, reached } = await device(t);
  await fencedPush(
    LONG_MS,
    () => false,
    () => push(1),
    late,
  ).catch(() => {});
  await push(1);
  t.equal(reached(), 1);
});
