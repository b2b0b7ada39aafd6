import { Redis } from 'ioredis';
import type { Logger } from '../../telemetry/index.ts';

/** Deadline of one command, connection included in the first. */
export const COMMAND_MS = 250;

const CONNECT_MS = 1_000;
const MAX_BETWEEN_TRIES_MS = 1_000;

/**
 * A connection that fails fast: no queue while it is down, every command has its deadline, and it tries again
 * for as long as the platform runs.
 */
export function openRedis(url: string, role: string, logger: Logger): Redis {
  const redis = new Redis(url, {
    commandTimeout: COMMAND_MS,
    connectTimeout: CONNECT_MS,
    disconnectTimeout: COMMAND_MS,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    autoResubscribe: false,
    connectionName: `patchbay-${role}`,
    retryStrategy: (attempt) => Math.min(50 * 2 ** Math.min(attempt, 5), MAX_BETWEEN_TRIES_MS),
  });
  let complained = false;
  redis.on('ready', () => {
    complained = false;
  });
  redis.on('error', (error: unknown) => {
    if (!complained) logger.warn('Redis cannot be reached', { role, reason: reasonOf(error) });
    complained = true;
  });
  return redis;
}

/** The message alone: errors of ioredis carry the command with its arguments, the password among them. */
export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : 'unknown');

/** ioredis names its own deadline by message only. */
export const isTimeout = (error: unknown): boolean =>
  error instanceof Error && error.message === 'Command timed out';

/** Waits for the connection, but not for longer than said; never rejects. */
export function becomesReady(redis: Redis, withinMs: number): Promise<void> {
  if (redis.status === 'ready') return Promise.resolve();
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      redis.off('ready', done);
      resolve();
    };
    const timer = setTimeout(done, withinMs);
    redis.on('ready', done);
  });
}
