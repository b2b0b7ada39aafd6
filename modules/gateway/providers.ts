import { provide, type Token, token } from '@patchbay/kernel/di';
import { CHANGES, STAGED_FEATURES } from '@patchbay/module-changes/contract';
import { CONTROLLERS } from '@patchbay/module-inventory/contract';
import { VENDORS } from './contract.ts';
import { Families } from './services/families.ts';
import { GatewayChanges } from './services/gateway-changes.ts';
import { LiveObjects } from './services/live-objects.ts';
import { GATEWAY_CHANGES, LIVE_OBJECTS } from './tokens.ts';

const FAMILIES: Token<Families> = token('gateway.families');

export const gatewayProviders = [
  provide(FAMILIES, [VENDORS.all, CONTROLLERS], (vendors, controllers) => new Families(vendors, controllers)),
  provide(
    GATEWAY_CHANGES,
    [FAMILIES, STAGED_FEATURES.all, CONTROLLERS, CHANGES],
    (families, features, controllers, changes) =>
      new GatewayChanges(families, features, controllers, changes),
  ),
  provide(
    LIVE_OBJECTS,
    [FAMILIES, STAGED_FEATURES.all, CONTROLLERS],
    (families, features, controllers) => new LiveObjects(families, features, controllers),
  ),
];
