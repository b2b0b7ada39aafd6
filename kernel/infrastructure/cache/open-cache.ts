import type { KernelConfig } from '../../config/index.ts';
import type { Clock, HealthRegistry, Logger } from '../../telemetry/index.ts';
import type { Cache } from './cache.ts';
import { MemoryCache } from './memory-cache.ts';
import { RedisCache } from './redis-cache.ts';

export interface OpenCacheOptions {
  readonly config: Pick<KernelConfig, 'REDIS_URL'>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly health: HealthRegistry;
  /** Default `patchbay:`. */
  readonly prefix?: string;
}

const FIRST_CONNECTION_MS = 2_000;

/**
 * Redis when REDIS_URL is set, else memory; registers the health check `cache`. A Redis that is down does not
 * keep the platform from starting: the policy of each use decides what works meanwhile.
 */
export async function openCache(options: OpenCacheOptions): Promise<Cache> {
  const cache = await connect(options);
  options.health.register({
    name: 'cache',
    critical: false,
    readiness: 'strict_only',
    check: async () => ({ ok: true, latency_ms: await cache.ping() }),
  });
  return cache;
}

async function connect({ config, clock, logger, health, prefix }: OpenCacheOptions): Promise<Cache> {
  if (config.REDIS_URL === undefined) return new MemoryCache({ clock, logger });
  const cache = new RedisCache({
    url: config.REDIS_URL,
    prefix: prefix ?? 'patchbay:',
    clock,
    logger,
    health,
  });
  await cache.ready(FIRST_CONNECTION_MS);
  return cache;
}
