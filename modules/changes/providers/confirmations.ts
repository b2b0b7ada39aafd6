import { DATABASE } from '@patchbay/kernel/database';
import { provide } from '@patchbay/kernel/di';
import { JOBS } from '@patchbay/kernel/jobs';
import { PERMISSION_MAP } from '@patchbay/kernel/permissions';
import { SECRETS } from '@patchbay/kernel/secrets';
import { CLOCK, LOGGER } from '@patchbay/kernel/telemetry';
import { CONTROLLERS } from '@patchbay/module-inventory/contract';
import { WRITE_GATE } from '@patchbay/module-system/contract';
import { TAKING_BACK } from '../jobs/take-back.ts';
import { Arming } from '../services/confirmations/arm-device.ts';
import { Confirming } from '../services/confirmations/confirm-change.ts';
import { EndingClaims } from '../services/confirmations/ending-claims.ts';
import { TakingBack } from '../services/confirmations/take-back.ts';
import { TakenBackByDevice } from '../services/confirmations/taken-back-by-device.ts';
import { TakenBackByInverse } from '../services/confirmations/taken-back-by-inverse.ts';
import { VerifiedValues } from '../services/live/remember-verified.ts';
import { Undoing } from '../services/undo/undo-change.ts';
import {
  ARMING,
  ATTEMPT_LEDGER,
  ATTEMPT_SETTLING,
  AUTHORITY,
  CHANGE_STORE,
  CONFIRMING,
  ENDING_CLAIMS,
  FEATURE_INDEX,
  LIVE_VALUES,
  STAGING,
  UNDOING,
  VERIFIED_VALUES,
} from '../tokens.ts';

/** Confirming, taking back and undoing what was applied. */
export const confirmationProviders = [
  provide(ENDING_CLAIMS, [DATABASE], (database) => new EndingClaims(database)),
  provide(
    VERIFIED_VALUES,
    [CONTROLLERS, FEATURE_INDEX, LOGGER],
    (controllers, features, logger) => new VerifiedValues(controllers, features, logger),
  ),
  provide(
    ARMING,
    [ATTEMPT_LEDGER, ENDING_CLAIMS, CLOCK],
    (ledger, claims, clock) => new Arming(ledger, claims, clock),
  ),
  provide(
    CONFIRMING,
    [
      DATABASE,
      ENDING_CLAIMS,
      ATTEMPT_SETTLING,
      AUTHORITY,
      FEATURE_INDEX,
      PERMISSION_MAP,
      WRITE_GATE,
      LIVE_VALUES,
      SECRETS,
      VERIFIED_VALUES,
    ],
    (database, claims, settling, authority, features, permissions, gate, live, secrets, verified) =>
      new Confirming({
        database,
        claims,
        settling,
        authority,
        features,
        permissions,
        gate,
        live,
        secrets,
        verified,
      }),
  ),
  provide(
    TAKING_BACK,
    [
      DATABASE,
      JOBS,
      ENDING_CLAIMS,
      ATTEMPT_SETTLING,
      FEATURE_INDEX,
      LIVE_VALUES,
      WRITE_GATE,
      VERIFIED_VALUES,
      SECRETS,
      CLOCK,
    ],
    (database, jobs, claims, settling, features, live, gate, verified, secrets, clock) =>
      new TakingBack({
        database,
        jobs,
        claims,
        settling,
        features,
        live,
        secrets,
        byDevice: new TakenBackByDevice(features, live, secrets),
        byInverse: new TakenBackByInverse({ features, live, claims, gate, verified, clock }),
      }),
  ),
  provide(
    UNDOING,
    [CHANGE_STORE, FEATURE_INDEX, PERMISSION_MAP, STAGING],
    (store, features, permissions, staging) => new Undoing(store, features, permissions, staging),
  ),
];
