import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from '@patchbay/kernel/telemetry';
import { LeasedWorker } from '@patchbay/runs';
import type { Claim, QueueClaims } from '../queue/queue-claims.ts';
import type { DeliveryTurn } from './delivery-turn.ts';

export interface DeliveryWorkerOptions {
  readonly claims: Pick<QueueClaims, 'claim' | 'untilNextMs' | 'release'>;
  readonly turn: Pick<DeliveryTurn, 'run'>;
  readonly logger: Logger;
  /** Switched off, the module sends nothing (DECISIONS 35). */
  readonly isEnabled: () => boolean;
}

/** Deliveries under way at a stop get a moment to end; those cut off are sent again elsewhere. */
const GRACE_MS = 5_000;
const AFTER_FAILURE_MS = 1_000;

/**
 * Serves subscriptions that have something to do. While any waits for its time, in whatever process it was served last,
 * this one looks again every few seconds.
 */
export const deliveryWorker = ({ claims, turn, logger, isEnabled }: DeliveryWorkerOptions) =>
  new LeasedWorker<Claim>({
    noun: 'webhooks',
    queue: claims,
    logger,
    isEnabled,
    graceMs: GRACE_MS,
    async carryOut(claim, signal) {
      try {
        await turn.run(claim, signal);
      } catch (error) {
        // Where PostgreSQL fails, it is asked again after a moment, not at once.
        logger.warn('a webhook stopped midway; it goes on in a moment', { webhook_id: claim.id, error });
        await pause(AFTER_FAILURE_MS);
        await claims.release([claim]);
      }
    },
  });
