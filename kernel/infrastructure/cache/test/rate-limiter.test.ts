import t from 'tap';
import { unavailable } from '../../../errors/index.ts';
import { ManualClock, silentLogger } from '../../../telemetry/index.ts';
import { type Cache, MemoryCache, RateLimiter } from '../index.ts';

const use = { bucket: 'login', key: '127.0.0.1', limit: 2, windowMs: 60_000, onFailure: 'closed' } as const;

t.test('a window allows its limit, says what is left and when it ends', async (t) => {
  const clock = new ManualClock();
  const limiter = new RateLimiter(new MemoryCache({ clock, logger: silentLogger }), clock);
  t.same(await limiter.consume(use), { allowed: true, remaining: 1, retryAfterSeconds: 0 });
  clock.advance(30_500);
  t.same(await limiter.consume(use), { allowed: true, remaining: 0, retryAfterSeconds: 0 });
  t.same(await limiter.consume(use), { allowed: false, remaining: 0, retryAfterSeconds: 30 });
  t.match(await limiter.consume({ ...use, key: '127.0.0.2' }), { allowed: true });
  t.match(await limiter.consume({ ...use, bucket: 'register' }), { allowed: true });
  t.match(await limiter.consume({ ...use, key: 'x'.repeat(5_000) }), { allowed: true });
  clock.advance(29_500);
  t.match(await limiter.consume(use), { allowed: true, remaining: 1 });
});

t.test('with the cache down, open counts in this process and closed refuses', async (t) => {
  const clock = new ManualClock();
  const memory = new MemoryCache({ clock, logger: silentLogger });
  const down: Cache = {
    ...memory,
    increment: async (_key: string, { onFailure }) => {
      if (onFailure === 'closed') throw unavailable();
      return null;
    },
  } as Cache;
  const limiter = new RateLimiter(down, clock);
  await t.rejects(limiter.consume(use), unavailable());
  t.match(await limiter.consume({ ...use, onFailure: 'open' }), { allowed: true, remaining: 1 });
  t.match(await limiter.consume({ ...use, onFailure: 'open' }), { allowed: true, remaining: 0 });
  t.match(await limiter.consume({ ...use, onFailure: 'open' }), { allowed: false, retryAfterSeconds: 60 });
});
