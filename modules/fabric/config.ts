import { moduleConfig } from '@patchbay/kernel/modules';
import Type from 'typebox';

export const FabricConfig = Type.Object({
  /** Destinations that may have private addresses; webhooks and chat channels keep to the same list. */
  FABRIC_WEBHOOK_ALLOWED_HOSTS: Type.Array(Type.String(), { default: [] }),
  /** Signs what `fabric.webhook` sends (SPEC 6.2); unset, nothing is signed. */
  FABRIC_WEBHOOK_SIGNING_SECRET: Type.Optional(Type.String()),
  /** A process that dies, or stands still, loses its runs to the others after so long. */
  FABRIC_RUN_LEASE_SECONDS: Type.Integer({ minimum: 3, maximum: 300, default: 30 }),
  FABRIC_RUNS_KEPT_DAYS: Type.Integer({ minimum: 2, maximum: 3_650, default: 30 }),
  /** Runs of one organization; those of the last day stay, however many. */
  FABRIC_RUNS_KEPT: Type.Integer({ minimum: 1_000, maximum: 100_000_000, default: 100_000 }),
  FABRIC_DEAD_LETTERS_KEPT_DAYS: Type.Integer({ minimum: 2, maximum: 3_650, default: 180 }),
});

export const FABRIC_CONFIG = moduleConfig('fabric', FabricConfig);
