import { type Public, type Token, token } from '@patchbay/kernel/di';
import type { GatewayChanges } from './services/gateway-changes.ts';
import type { LiveObjects } from './services/live-objects.ts';
import type { Distribution } from './services/orchestration/distribution.ts';
import type { GatewayWatch } from './services/orchestration/gateway-watch.ts';
import type { SiteBrains } from './services/orchestration/site-brains.ts';
import type { VlanPlans } from './services/orchestration/vlan-plans.ts';

export const GATEWAY_CHANGES: Token<Public<GatewayChanges>> = token('gateway.changes');
export const LIVE_OBJECTS: Token<Public<LiveObjects>> = token('gateway.live-objects');
export const SITE_BRAINS: Token<Public<SiteBrains>> = token('gateway.site-brains');
export const VLAN_PLANS: Token<Public<VlanPlans>> = token('gateway.vlan-plans');
export const DISTRIBUTION: Token<Public<Distribution>> = token('gateway.distribution');
export const GATEWAY_WATCH: Token<Public<GatewayWatch>> = token('gateway.watch');
