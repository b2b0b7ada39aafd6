// Waits more than it computes: for a job that is due every minute.
import { METRICS } from '@patchbay/kernel/telemetry';
import t from 'tap';
import { comesWithin, type Harness, waitFor } from '../../harness/index.ts';
import { apply, LabRouter } from '../support/equipment/lab-router.ts';
import { Listener } from '../support/listener.ts';
import { TickCounter } from '../support/platform/ticks.ts';
import { bootTwins } from '../support/platform/twins.ts';
import { endedRuns, inboxOf, notify, onNewSites } from '../support/wired.ts';

const redisUrl = process.env['PATCHBAY_TEST_REDIS_URL'];
const skip = redisUrl === undefined ? 'PATCHBAY_TEST_REDIS_URL is not set: no redis-server here' : false;

t.test('two processes on one database and one Redis', { skip }, async (t) => {
  const ticks = new TickCounter();
  const [one, two] = await bootTwins(t, { redisUrl: String(redisUrl), modules: [ticks.module] });
  const owner = await one.owner();
  const both = [one, two] as const;

  await t.test('a session that is revoked on one is dead on the other at once', async (t) => {
    const viewer = await one.person('viewer');
    const sockets = await Promise.all(both.map((platform) => Listener.open(platform, viewer.token)));
    for (const platform of both) t.equal(await whoAmI(platform, viewer), 200);
    t.equal((await one.call('POST', '/auth/logout', { as: viewer })).status, 204);
    const isRefused = async () => (await whoAmI(two, viewer)) === 401;
    await comesWithin(t, 1_000, 'the refusal of the other process', isRefused);
    const areClosed = () => sockets.every(({ closedWith }) => closedWith !== undefined);
    await comesWithin(t, 5_000, 'the end of the sockets', areClosed);
    for (const { frames } of sockets) t.match(frames.at(-1), { type: 'session_revoked' });
  });

  await t.test(
    'a stream on one shows the events of both once and in the order of their cursors',
    async (t) => {
      const streams = await Promise.all(
        both.map(async (platform) => (await Listener.open(platform, owner.token)).subscribe(['site.*'])),
      );
      const names = Array.from({ length: 40 }, (_, index) => `Stream ${index}`);
      await Promise.all(names.map((name, index) => (index % 2 ? one : two).site(owner, name)));
      for (const stream of streams) {
        await waitFor('all events', () => stream.cursors.length >= names.length);
        t.same([...stream.told('name')].sort(), [...names].sort(), 'each once');
        t.same(stream.cursors, ascending(stream.cursors));
      }
      t.same(streams[0]?.cursors, streams[1]?.cursors, 'both tell the same order');
      const [, , third = 0] = streams[1]?.cursors ?? [];
      const resumed = await (await Listener.open(one, owner.token)).subscribe(['site.*'], third);
      await waitFor('the rest', () => resumed.cursors.length >= names.length - 3);
      t.same(resumed.cursors, streams[1]?.cursors.slice(3), 'the cursor of one process resumes on the other');
      for (const stream of [...streams, resumed]) stream.close();
    },
  );

  await t.test(
    'a reader that resumes while the other process writes misses and repeats nothing',
    async (t) => {
      const witness = await (await Listener.open(one, owner.token)).subscribe(['site.*']);
      await one.site(owner, 'Resume start');
      await waitFor('the first event', () => witness.cursors[0]);
      const since = Number(witness.cursors[0]);
      const readers: Listener[] = [];
      for (let round = 0; round < 12; round += 1) {
        const reader = await Listener.open(two, owner.token);
        await one.site(owner, `Resume ${round}`);
        readers.push(await reader.subscribe(['site.*'], since));
      }
      await one.site(owner, 'Resume end');
      await waitFor('the last event', () => witness.told('name').includes('Resume end'));
      for (const [round, reader] of readers.entries()) {
        await waitFor('the last event', () => reader.told('name').includes('Resume end'));
        t.same(reader.cursors, witness.cursors.slice(1), `reader ${round}`);
        reader.close();
      }
      witness.close();
    },
  );

  await t.test('a Connection runs exactly once for an event though both processes take jobs', async (t) => {
    const reader = await one.person('org_admin');
    const id = await onNewSites(one, owner, [notify(reader)]);
    const names: string[] = [];
    await waitFor('both processes to take jobs', async () => {
      const batch = Array.from({ length: 6 }, (_, index) => `Wired ${names.length + index}`);
      names.push(...batch);
      await Promise.all(batch.map((name, index) => (index % 2 ? one : two).site(owner, name)));
      return (await Promise.all(both.map(consumed))).every((jobs) => jobs > 0);
    });
    const runs = await endedRuns(two, owner, id, names.length);
    t.equal(runs.length, names.length);
    t.equal(new Set(runs.map(({ event_id }) => event_id)).size, names.length, 'one run for an event');
    t.same(
      runs.filter(({ status }) => status !== 'succeeded'),
      [],
    );
    t.same(await inboxOf(one, reader), [...names].sort(), 'one notification for an event');
  });

  await t.test('a module that is switched off on one is off on the other within a second', async (t) => {
    const switchTo = (enabled: boolean) =>
      one.call('PATCH', '/modules/notifications', { as: owner, body: { enabled } });
    const status = async () => (await two.call('GET', '/notifications', { as: owner })).status;
    t.equal(await status(), 200);
    t.equal((await switchTo(false)).status, 200);
    await comesWithin(t, 1_000, '404', async () => (await status()) === 404);
    t.equal((await switchTo(true)).status, 200);
    await comesWithin(t, 1_000, '200', async () => (await status()) === 200);
  });

  const router = await LabRouter.register(t, one, owner);

  await t.test('the write gate that is closed on one is closed on the other', async (t) => {
    const close = (platform: Harness, read_only: boolean | null) =>
      platform.call('PUT', '/system/read-only', { as: owner, body: { read_only } });
    const id = await router.stage(two, owner, 'behind the gate');
    t.equal((await close(one, true)).status, 200);
    t.match(await apply(two, owner, id), { status: 403, body: { detail: /ADAPTER_READ_ONLY/ } });
    t.equal(router.pushes('behind the gate'), 0);
    t.equal((await close(two, null)).status, 200);
    t.equal((await apply(one, owner, id)).status, 200);
    t.equal(router.pushes('behind the gate'), 1);
  });

  await t.test('an apply that is raced on both pushes once', async (t) => {
    for (const marker of ['race 1', 'race 2', 'race 3']) {
      const id = await router.stage(one, owner, marker);
      const racers = Array.from({ length: 8 }, (_, index) => apply(index % 2 ? one : two, owner, id));
      const statuses = (await Promise.all(racers)).map(({ status }) => status).sort();
      t.same(statuses, [200, 409, 409, 409, 409, 409, 409, 409]);
      t.equal(router.pushes(marker), 1);
      const { body } = await two.call('GET', `/changes/${id}/attempts`, { as: owner });
      t.match(body.items, [{ outcome: 'succeeded' }]);
      t.equal(body.items.length, 1);
    }
    t.equal((await two.call('GET', '/audit/validate', { as: owner })).body.valid, true);
  });

  await t.test('a periodic job runs once per tick', async (t) => {
    await waitFor('a tick', () => ticks.seen[0], { timeoutMs: 70_000, everyMs: 200 });
    const jobs = await Promise.all(both.map(consumed));
    await waitFor('both processes to go on', async () => {
      await two.site(owner, `After the tick ${Math.random()}`);
      return (await Promise.all(both.map(consumed))).every((now, index) => now > Number(jobs[index]));
    });
    t.same(ticks.seen, [...new Set(ticks.seen)]);
  });
});

const whoAmI = async (platform: Harness, as: { readonly token: string }): Promise<number> =>
  (await platform.call('GET', '/auth/me', { token: as.token })).status;

const ascending = (cursors: readonly number[]): readonly number[] =>
  [...new Set(cursors)].sort((a, b) => a - b);

/** Batches of the event log that this process handed to durable listeners. */
async function consumed(platform: Harness): Promise<number> {
  const text = await platform.get(METRICS).text();
  return Number(/^patchbay_job_seconds_count\{job="events\.consume"\} (\d+)/m.exec(text)?.[1] ?? 0);
}
