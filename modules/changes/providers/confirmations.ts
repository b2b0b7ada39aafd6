import { DATABASE } from '@patchbay/kernel/database';
import { provide } from '@patchbay/kernel/di';
import { JOBS } from '@patchbay/kernel/jobs';
import { PERMISSION_MAP } from '@patchbay/kernel/permissions';
import { SECRETS } from '@patchbay/kernel/secrets';
import { CLOCK, LOGGER } from '@patchbay/kernel/telemetry';
import { CONTROLLERS } from '@patchbay/module-inventory/contract';
import { WRITE_GATE } from '@patchbay/module-system/contract';
import { TAKING_BACK } from '../jobs/take-back.ts';
import { AttemptLedger } from '../services/applying/attempt-ledger.ts';
import { AttemptSettling } from '../services/applying/settle-attempt.ts';
import { Arming } from '../services/confirmations/arm-device.ts';
import { Confirming } from '../services/confirmations/confirm-change.ts';
import { EndingClaims } from '../services/confirmations/ending-claims.ts';
import { TakingBack } from '../services/confirmations/take-back.ts';
import { TakenBackByDevice } from '../services/confirmations/taken-back-by-device.ts';
import { TakenBackByInverse } from '../services/confirmations/taken-back-by-inverse.ts';
import { LiveValues } from '../services/live/live-values.ts';
import { VerifiedValues } from '../services/live/remember-verified.ts';
import { ChangeStore } from '../services/record/change-store.ts';
import { FeatureIndex } from '../services/staging/feature-index.ts';
import { Undoing } from '../services/undo/undo-change.ts';
import { Authority } from '../services/weighing/authority.ts';
import { STAGING } from '../tokens.ts';

/** Confirming, taking back and undoing what was applied. */
export const confirmationProviders = [
  provide(EndingClaims, [DATABASE]),
  provide(VerifiedValues, [CONTROLLERS, FeatureIndex, LOGGER]),
  provide(Arming, [AttemptLedger, EndingClaims, CLOCK]),
  provide(
    Confirming,
    [
      DATABASE,
      EndingClaims,
      AttemptSettling,
      Authority,
      FeatureIndex,
      PERMISSION_MAP,
      WRITE_GATE,
      LiveValues,
      SECRETS,
      VerifiedValues,
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
      EndingClaims,
      AttemptSettling,
      FeatureIndex,
      LiveValues,
      WRITE_GATE,
      VerifiedValues,
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
  provide(Undoing, [ChangeStore, FeatureIndex, PERMISSION_MAP, STAGING]),
];
