import { type Public, type Token, token } from '@patchbay/kernel/di';
import type { GatewayWatch } from './services/orchestration/gateway-watch.ts';

export const GATEWAY_WATCH: Token<Public<GatewayWatch>> = token('gateway.watch');
