import { moduleConfig } from '@patchbay/kernel/modules';
import Type from 'typebox';

export const FabricConfig = Type.Object({
  /** Signs what `fabric.webhook` sends (SPEC 6.2); unset, nothing is signed. */
  FABRIC_WEBHOOK_SIGNING_SECRET: Type.Optional(Type.String()),
});

export const FABRIC_CONFIG = moduleConfig('fabric', FabricConfig);
