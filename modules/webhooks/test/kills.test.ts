import { sql } from '@patchbay/kernel/database';
import { waitFor } from '@patchbay/test/harness';
import { DoomedProcess, doomedPlace } from '@patchbay/test/kit';
import t from 'tap';
import { Receiver } from './support/receiver.ts';
import { World } from './support/world.ts';

interface Told {
  readonly webhook_id: string;
  readonly keys: readonly number[];
}

t.test('a process killed between send and record loses no event and keeps the order', async (t) => {
  const receiver = await Receiver.start(t);
  const { databaseUrl, dataDir } = await doomedPlace(t);
  const committed: number[] = [];
  let webhook_id = '';
  const doomed = DoomedProcess.start(
    t,
    new URL('./support/doomed.ts', import.meta.url),
    [databaseUrl, receiver.url, dataDir],
    (told: Told) => {
      webhook_id = told.webhook_id;
      committed.push(...told.keys);
    },
    { FABRIC_WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' },
  );
  await waitFor('deliveries under way', () => receiver.received.length >= 20, { timeoutMs: 60_000 });
  const before = receiver.received.length;
  receiver.hold();
  await waitFor('a delivery that is not answered', () => receiver.held.length === 1);
  await doomed.kill();
  const received = receiver.received.length;
  t.ok(received > before);
  receiver.behave = (response) => void response.writeHead(200).end();

  const world = await World.startOn(t, databaseUrl);
  // Time passes: the lease of the dead process ends.
  await world.behind((db) =>
    sql`update webhook_queues set lease_until = now() - interval '1 second'`.execute(db),
  );
  await world.pass(1_000);
  const last = committed.length;
  const startedMs = performance.now();
  await waitFor('every committed event', () => new Set(receiver.keys).size >= last, { timeoutMs: 60_000 });
  await world.idle(webhook_id);
  t.comment(
    `${receiver.received.length - received} deliveries in ${Math.round(performance.now() - startedMs)} ms`,
  );
  const unanswered = receiver.received[received - 1];
  const repeated = receiver.received[received];
  t.equal(repeated?.headers['x-webhook-id'], unanswered?.headers['x-webhook-id'], 'told apart by its id');
  t.equal(repeated?.headers['x-webhook-sequence'], unanswered?.headers['x-webhook-sequence']);
  t.equal(repeated?.body, unanswered?.body);
  const once_ = receiver.sequences.filter((_, index) => index !== received);
  t.same(
    once_,
    once_.map((_, index) => index + 1),
    'no hole, nothing else twice, nothing out of its order',
  );
  t.same(
    receiver.keys.filter((_, index) => index !== received),
    once_,
  );
});
