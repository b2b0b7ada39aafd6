import t from 'tap';
import { HealthRegistry, ManualClock, silentLogger } from '../../../telemetry/index.ts';
import { MemoryCache, openCache } from '../index.ts';

const closed = { onFailure: 'closed' } as const;
const make = (more: { maxEntries?: number; maxCharacters?: number } = {}) => {
  const clock = new ManualClock();
  return { clock, cache: new MemoryCache({ clock, logger: silentLogger, ...more }) };
};

t.test('what is set is there until its time has passed', async (t) => {
  const { clock, cache } = make();
  await cache.set('a', '1', { ttlMs: 100, ...closed });
  clock.advance(99);
  t.equal(await cache.get('a'), '1');
  clock.advance(1);
  t.equal(await cache.get('a'), null);
  await cache.set('a', '2', { ttlMs: 100, ...closed });
  await cache.delete('a');
  t.equal(await cache.get('a'), null);
});

t.test('setting what is absent happens once', async (t) => {
  const { cache } = make();
  t.equal(await cache.setIfAbsent('a', '1', { ttlMs: 100, ...closed }), true);
  t.equal(await cache.setIfAbsent('a', '2', { ttlMs: 100, ...closed }), false);
  t.equal(await cache.get('a'), '1');
});

t.test('a counter ends with the window its first addition opened', async (t) => {
  const { clock, cache } = make();
  t.same(await cache.increment('a', { ttlMs: 100, ...closed }), { count: 1, expiresInMs: 100 });
  clock.advance(60);
  t.same(await cache.increment('a', { ttlMs: 100, ...closed }), { count: 2, expiresInMs: 40 });
  clock.advance(40);
  t.same(await cache.increment('a', { ttlMs: 100, ...closed }), { count: 1, expiresInMs: 100 });
});

t.test('entries and characters are bounded; what was used longest ago goes first', async (t) => {
  const { cache } = make({ maxEntries: 3, maxCharacters: 100 });
  for (const key of ['a', 'b', 'c']) await cache.set(key, 'x', { ttlMs: 1_000, ...closed });
  await cache.get('a');
  await cache.set('d', 'x', { ttlMs: 1_000, ...closed });
  t.same(await Promise.all(['a', 'b', 'c', 'd'].map((key) => cache.get(key))), ['x', null, 'x', 'x']);
  await cache.set('big', 'y'.repeat(95), { ttlMs: 1_000, ...closed });
  t.same(await Promise.all(['a', 'c', 'd'].map((key) => cache.get(key))), [null, null, 'x']);
});

t.test(
  'a published message reaches every subscriber, one that throws included, until it leaves',
  async (t) => {
    const { cache } = make();
    const got: string[] = [];
    await cache.subscribe('news', () => {
      throw new Error('bad subscriber');
    });
    const leave = await cache.subscribe('news', (message) => got.push(message));
    t.equal(await cache.publish('news', 'one'), true);
    await new Promise(setImmediate);
    leave();
    leave();
    await cache.publish('news', 'two');
    await new Promise(setImmediate);
    t.same(got, ['one']);
  },
);

t.test('keys without end, entries without time and values without bound are refused', async (t) => {
  const { cache } = make();
  await t.rejects(cache.set('', 'x', { ttlMs: 1, ...closed }), RangeError);
  await t.rejects(cache.set('k'.repeat(513), 'x', { ttlMs: 1, ...closed }), RangeError);
  await t.rejects(cache.set('a', 'x', { ttlMs: 0, ...closed }), RangeError);
  await t.rejects(cache.set('a', 'x'.repeat(1_048_577), { ttlMs: 1, ...closed }), RangeError);
});

t.test('without REDIS_URL the cache is memory and healthy', async (t) => {
  const clock = new ManualClock();
  const health = new HealthRegistry(clock);
  const cache = await openCache({ config: {}, clock, logger: silentLogger, health });
  t.equal(cache.shared, false);
  t.match(await health.readiness(true), { ready: true, checks: { cache: { ok: true } } });
  await cache.dispose();
});
