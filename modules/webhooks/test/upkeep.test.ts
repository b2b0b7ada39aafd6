import { sql } from '@patchbay/kernel/database';
import type { LoggedEvent } from '@patchbay/kernel/events';
import { waitFor } from '@patchbay/test/harness';
import t from 'tap';
import { LogTrimming } from '../services/delivery/log-trimming.ts';
import { BacklogScan } from '../services/queue/backlog-scan.ts';
import { Intake } from '../services/queue/intake.ts';
import { Receiver } from './support/receiver.ts';
import { World } from './support/world.ts';

const DAY = 86_400_000;

t.test('what keeps webhooks going', async (t) => {
  const world = await World.start(t, false);
  const numbered = (count: number): Promise<readonly LoggedEvent[]> =>
    waitFor('the events in the log', async () => {
      const { rows } = await world.behind((db) =>
        sql<LoggedEvent>`select * from event_log where event_type = 'ingest.external' and cursor is not null
          order by cursor`.execute(db),
      );
      return rows.length >= count ? rows : null;
    });

  await t.test('a notice that was lost is made up for', async (t) => {
    const receiver = await Receiver.start(t);
    const { id } = await world.subscribe(receiver.url);
    await world.publish(['a', 'b']);
    await numbered(2);
    t.match(await world.status(id), { is_behind: false, last_sequence: 0 }, 'nobody has told of them');
    await world.harness.get(BacklogScan).look(0);
    await waitFor('both', () => receiver.received.length === 2);
    t.same(receiver.sequences, [1, 2]);
    await world.idle(id);
    await world.call('DELETE', `/${id}`);
  });

  await t.test('a batch that comes twice, or after a later one, changes nothing', async (t) => {
    const receiver = await Receiver.start(t);
    const { id } = await world.subscribe(receiver.url);
    await world.publish(['c', 'd', 'e', 'f']);
    const events = (await numbered(6)).slice(2);
    const intake = world.harness.get(Intake);
    await intake.take(events.slice(2));
    await intake.take(events.slice(0, 2));
    await intake.take(events);
    await waitFor('all four', () => receiver.received.length === 4);
    await intake.take(events);
    await world.idle(id);
    t.same(receiver.keys, ['c', 'd', 'e', 'f']);
    t.same(receiver.sequences, [1, 2, 3, 4]);
    await world.call('DELETE', `/${id}`);
  });

  await t.test('the delivery log forgets by age, and never what waits', async (t) => {
    const receiver = await Receiver.start(t);
    const { id } = await world.subscribe(receiver.url, { is_enabled: false });
    await world.call('POST', `/${id}/test`, {});
    await world.idle(id);
    receiver.hold();
    await world.call('POST', `/${id}/test`, {});
    await waitFor('the second', () => receiver.held.length === 1);
    await world.harness.get(LogTrimming).trim();
    t.equal((await world.deliveries(id)).length, 2);
    await world.pass(31 * DAY);
    await world.harness.get(LogTrimming).trim();
    t.match(await world.deliveries(id), [{ status: 'waiting' }]);
    for (const answer of receiver.held) answer();
    await world.idle(id);
    await world.harness.get(LogTrimming).trim();
    t.same(await world.deliveries(id), []);
  });
});
