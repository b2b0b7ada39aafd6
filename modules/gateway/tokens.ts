import { type Public, type Token, token } from '@patchbay/kernel/di';
import type { GatewayChanges } from './services/gateway-changes.ts';
import type { LiveObjects } from './services/live-objects.ts';

export const GATEWAY_CHANGES: Token<Public<GatewayChanges>> = token('gateway.changes');
export const LIVE_OBJECTS: Token<Public<LiveObjects>> = token('gateway.live-objects');
