import t from 'tap';
import { RehearsalStage } from '../contract.ts';
import type { TransportRequest } from '../exchange/transport.ts';

const request = (method: string, path: string): TransportRequest => ({
  url: `https://192.0.2.1${path}`,
  method,
  headers: {},
  timeoutMs: 1_000,
});
const answer = { status: 200, headers: {}, body: '{}' };

function stage(known: readonly string[] = ['/a', '/b']) {
  const sent: string[] = [];
  const rehearsal = new RehearsalStage({
    isRead: ({ method }) => method === 'GET',
    answer: ({ url }) => (known.includes(new URL(url).pathname) ? answer : undefined),
  });
  const send = rehearsal.through(async ({ method, url }) => {
    sent.push(`${method} ${new URL(url).pathname}`);
    return answer;
  });
  return { rehearsal, send, sent };
}

const told = (writes: readonly TransportRequest[]) => writes.map(({ url }) => new URL(url).pathname);

t.test('reads are sent, writes are kept and answered', async (t) => {
  const { rehearsal, send, sent } = stage();
  const { writes, ...end } = await rehearsal.run(async () => {
    await send(request('GET', '/look'));
    await send(request('POST', '/a'));
    await send(request('DELETE', '/b'));
  });
  t.same(told(writes), ['/a', '/b']);
  t.same(end, { isComplete: true });
  t.same(sent, ['GET /look']);
});

t.test('an answer that only the device knows ends it', async (t) => {
  const { rehearsal, send, sent } = stage(['/a']);
  const { writes, ...end } = await rehearsal.run(async () => {
    await send(request('POST', '/a'));
    await send(request('POST', '/unknown'));
    await send(request('POST', '/a'));
  });
  t.same(told(writes), ['/a', '/unknown']);
  t.same(end, { isComplete: false });
  t.same(sent, []);
});

t.test(
  'a work that swallows its end is not complete, and one that goes on later writes nothing',
  async (t) => {
    const { rehearsal, send, sent } = stage([]);
    let goOn: (() => Promise<unknown>) | undefined;
    const { isComplete } = await rehearsal.run(async () => {
      await send(request('POST', '/a')).catch(() => undefined);
      goOn = () => send(request('POST', '/a'));
    });
    t.equal(isComplete, false);
    await t.rejects(goOn?.() ?? Promise.resolve());
    t.same(sent, []);
  },
);

t.test('a failure of its own is told, and work that repeats itself is cut', async (t) => {
  const broken = stage();
  const failure = new Error('no such object');
  t.same(await broken.rehearsal.run(() => Promise.reject(failure)), {
    writes: [],
    isComplete: false,
    failure,
  });
  const busy = stage();
  const { writes, isComplete } = await busy.rehearsal.run(async () => {
    for (;;) await busy.send(request('POST', '/a'));
  });
  t.equal(isComplete, false);
  t.equal(writes.length, 50);
});

t.test('a session that was not made through it is not rehearsed', async (t) => {
  const rehearsal = new RehearsalStage({ isRead: () => true, answer: () => undefined });
  await t.rejects(rehearsal.run(async () => t.fail('the work began')));
});
