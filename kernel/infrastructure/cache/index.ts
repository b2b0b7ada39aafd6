export { BoundedMemo } from './bounded-memo.ts';
export {
  CACHE,
  type Cache,
  type CacheUse,
  type Count,
  type MessageHandler,
  type SubscribeOptions,
} from './cache.ts';
export { ExpiringMap } from './expiring-map.ts';
export { MemoryCache, type MemoryCacheOptions } from './memory-cache.ts';
export { type OpenCacheOptions, openCache } from './open-cache.ts';
export { RATE_LIMITER, RateLimiter, type RateLimitUse, type RateLimitVerdict } from './rate-limiter.ts';
export { RedisCache } from './redis-cache.ts';
export type { RedisCacheOptions } from './redis-cache-options.ts';
