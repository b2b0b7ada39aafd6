import t from 'tap';
import { assemble } from './support/assembly.ts';

const byType = (one: unknown, other: unknown): number =>
  (JSON.stringify(one) < JSON.stringify(other) ? 1 : -1) * -1;

t.test('a revoked session is told so and closed with 1008, without a further event', async (t) => {
  const { signedIn, users, connections } = await assemble(t);
  const client = await signedIn('ada');
  users.revoked.add('ada');
  users.epoch += 1;
  connections[0]?.send({ type: 'event' });
  t.same(await client.close(), { code: 1008, reason: 'session revoked' });
  t.same(client.frames.slice(1), [{ type: 'session_revoked' }]);
});

t.test('a revoked session that sends nothing is found too', async (t) => {
  const { signedIn, users } = await assemble(t);
  const client = await signedIn('ada');
  users.revoked.add('ada');
  users.epoch += 1;
  t.equal((await client.close())?.code, 1008);
});

t.test('frames wait while authority is read again, and the session hears what changed', async (t) => {
  const { signedIn, users, connections } = await assemble(t, { sweepMs: 60_000 });
  const client = await signedIn('ada');
  const { promise, resolve } = Promise.withResolvers<void>();
  users.hold = promise;
  users.role = 'guest';
  users.epoch += 1;
  connections[0]?.send({ type: 'event', n: 1 });
  connections[0]?.sendText('{"type":"event","n":2}');
  t.equal(client.frames.length, 1);
  resolve();
  await client.frame(4);
  t.same(client.frames.slice(1).toSorted(byType), [
    { type: 'event', n: 1 },
    { type: 'event', n: 2 },
    { type: 'refreshed', role: 'guest' },
  ]);
  t.equal(connections[0]?.principal.role, 'guest');
});

t.test('authority is read again after five minutes even if nobody said so', async (t) => {
  const { signedIn, users, clock } = await assemble(t);
  const client = await signedIn('ada');
  users.revoked.add('ada');
  clock.advance(300_000);
  t.equal((await client.close())?.code, 1008);
});
