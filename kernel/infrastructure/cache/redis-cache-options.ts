import type { Clock, HealthRegistry, Logger } from '../../telemetry/index.ts';

export interface RedisCacheOptions {
  readonly url: string;
  /** Stands before every key and channel, so that two platforms can share one Redis. */
  readonly prefix: string;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly health: Pick<HealthRegistry, 'degrade' | 'restore'>;
}
