import { randomUUID } from 'node:crypto';
import { type AddressInfo, createServer, connect as netConnect, type Socket } from 'node:net';
import t, { type Test } from 'tap';
import { unavailable } from '../../../errors/index.ts';
import { HealthRegistry, silentLogger, systemClock } from '../../../telemetry/index.ts';
import { openCache, RedisCache } from '../index.ts';

const url = process.env['PATCHBAY_TEST_REDIS_URL'];
const skip = url === undefined ? 'PATCHBAY_TEST_REDIS_URL is not set' : false;
const closed = { onFailure: 'closed' } as const;
const open = { onFailure: 'open' } as const;

/** What the work comes to within a few turns of the event loop, however long those take: none is for a timer. */
async function atOnce<T>(work: Promise<T>): Promise<T> {
  const turns = async (): Promise<never> => {
    for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    throw new Error('it waits');
  };
  return Promise.race([work, turns()]);
}

/** A wire to the real Redis that can be cut, stopped and mended. */
async function wire(t: Test) {
  const target = new URL(url ?? 'redis://127.0.0.1:1');
  const pairs = new Set<readonly [Socket, Socket]>();
  let stopped = false;
  const server = createServer((near) => {
    const far = netConnect(Number(target.port || 6379), target.hostname);
    const pair = [near, far] as const;
    pairs.add(pair);
    const end = (): void => {
      near.destroy();
      far.destroy();
      pairs.delete(pair);
    };
    for (const socket of pair) socket.on('error', end).on('close', end);
    near.pipe(far).pipe(near);
    if (stopped) for (const socket of pair) socket.pause();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const cut = (): void => {
    for (const pair of pairs) for (const socket of pair) socket.destroy();
  };
  t.teardown(() => {
    cut();
    server.close();
  });
  return {
    url: `redis://127.0.0.1:${port}`,
    cut,
    /** Connections stand, nothing passes: as with SIGSTOP. */
    hang: () => {
      stopped = true;
      for (const [near, far] of pairs) {
        near.unpipe(far);
        far.unpipe(near);
        near.pause();
        far.pause();
      }
    },
    mend: () => {
      stopped = false;
      cut();
    },
    close: () => {
      server.close();
      cut();
    },
  };
}

async function make(t: Test, address = url ?? '', prefix = `test:${randomUUID()}:`) {
  const health = new HealthRegistry(systemClock);
  const cache = new RedisCache({ url: address, prefix, clock: systemClock, logger: silentLogger, health });
  t.teardown(() => cache.dispose());
  await cache.ready(2_000);
  return { cache, health };
}

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 8_000;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error('the condition did not come about');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

t.test('values, counters and single setting', { skip }, async (t) => {
  const { cache } = await make(t);
  await cache.set('a', '1', { ttlMs: 60_000, ...closed });
  t.equal(await cache.get('a', closed), '1');
  await cache.delete('a', closed);
  t.equal(await cache.get('a', closed), null);
  t.equal(await cache.setIfAbsent('b', '1', { ttlMs: 60_000, ...closed }), true);
  t.equal(await cache.setIfAbsent('b', '2', { ttlMs: 60_000, ...closed }), false);
  t.equal(await cache.setIfOwn('b', '2', { ttlMs: 60_000, ...closed }), false);
  t.equal(await cache.setIfOwn('b', '1', { ttlMs: 60_000, ...closed }), true);
  await cache.deleteIfOwn('b', '2', closed);
  t.equal(await cache.get('b', closed), '1');
  await cache.deleteIfOwn('b', '1', closed);
  t.equal(await cache.setIfOwn('b', '2', { ttlMs: 60_000, ...closed }), true);
  t.equal(await cache.get('b', closed), '2');
  t.same(await cache.increment('c', { ttlMs: 50, ...closed }), { count: 1, expiresInMs: 50 });
  t.match(await cache.increment('c', { ttlMs: 50, ...closed }), { count: 2 });
  await until(async () => (await cache.increment('c', { ttlMs: 50, ...closed }))?.count === 1);
  t.ok((await cache.ping()) >= 0);
  await t.rejects(cache.set('a', 'x', { ttlMs: 0, ...closed }), RangeError);
});

t.test(
  'two prefixes share nothing, neither keys nor channels; one prefix shares both',
  { skip },
  async (t) => {
    const prefix = `test:${randomUUID()}:`;
    const [{ cache: one }, { cache: two }, { cache: other }] = [
      await make(t, url, prefix),
      await make(t, url, prefix),
      await make(t),
    ];
    const got: string[] = [];
    await two.subscribe('news', (message) => got.push(`two ${message}`));
    await other.subscribe('news', (message) => got.push(`other ${message}`));
    await one.set('a', '1', { ttlMs: 60_000, ...closed });
    t.equal(await two.get('a', closed), '1');
    t.equal(await other.get('a', closed), null);
    t.equal(await one.publish('news', 'x'), true);
    await other.publish('news', 'y');
    await until(() => got.length === 2);
    t.same(got.sort(), ['other y', 'two x']);
  },
);

t.test('with Redis gone, open finds nothing and closed refuses, both at once', { skip }, async (t) => {
  const { url, close } = await wire(t);
  const { cache, health } = await make(t, url);
  close();
  await until(() => health.degraded().length === 2);
  t.equal(await atOnce(cache.get('a', open)), null);
  t.equal(await atOnce(cache.increment('a', { ttlMs: 100, ...open })), null);
  t.equal(await atOnce(cache.publish('news', 'x')), false);
  await t.rejects(atOnce(cache.get('a', closed)), { message: unavailable.message });
  await t.rejects(atOnce(cache.ping()), { message: unavailable.message });
  t.same(
    health.degraded().map(({ name }) => name),
    ['cache', 'fan_out'],
  );
});

t.test(
  'a Redis that hangs costs three deadlines, then nobody waits; it counts again once it answers',
  { skip },
  async (t) => {
    const { url, hang, mend } = await wire(t);
    const { cache, health } = await make(t, url);
    hang();
    const times: number[] = [];
    for (let index = 0; index < 20; index++) {
      const startedMs = performance.now();
      t.equal(await cache.get('a', open), null);
      times.push(performance.now() - startedMs);
    }
    const [waited, rest] = [times.slice(0, 3), times.slice(3).toSorted((one, other) => one - other)];
    t.ok(
      waited.every((time) => time > 200),
      times.map(Math.round).join(),
    );
    t.ok(Math.max(...waited) < 2_000, times.map(Math.round).join());
    t.ok(Number(rest[8]) < 200, times.map(Math.round).join());
    t.ok(health.degraded().some(({ name }) => name === 'cache'));
    mend();
    await until(async () => (await cache.ping().catch(() => -1)) >= 0);
    await until(() => !health.degraded().some(({ name }) => name === 'cache'));
  },
);

t.test(
  'a subscriber comes back by itself and hears that it may have missed something',
  { skip },
  async (t) => {
    const { url, cut } = await wire(t);
    const { cache, health } = await make(t, url);
    const got: string[] = [];
    let gaps = 0;
    const leave = await cache.subscribe('news', (message) => got.push(message), { onGap: () => gaps++ });
    t.equal(gaps, 0);
    cut();
    await until(() => gaps === 1);
    await until(() => health.degraded().length === 0);
    await until(async () => (await cache.publish('news', 'after')) && got.length > 0);
    t.match(got, ['after']);
    leave();
  },
);

t.test('a platform starts without its Redis and says so', async (t) => {
  const health = new HealthRegistry(systemClock);
  const config = { REDIS_URL: 'redis://127.0.0.1:1' };
  const cache = await openCache({ config, clock: systemClock, logger: silentLogger, health });
  t.teardown(() => cache.dispose());
  const leave = await cache.subscribe('news', () => {});
  leave();
  t.equal(await cache.get('a', open), null);
  t.match(await health.readiness(false), { ready: true, degraded_subsystems: ['cache', 'fan_out'] });
  t.match(await health.readiness(true), { ready: false, failed: ['cache'] });
});
