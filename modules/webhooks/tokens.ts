import { type Public, type Token, token } from '@patchbay/kernel/di';
import type { LeasedWorker } from '@patchbay/runs';
import type { Claim } from './services/queue/queue-claims.ts';

export const DELIVERY_WORKER: Token<Public<LeasedWorker<Claim>>> = token('webhooks.delivery-worker');
