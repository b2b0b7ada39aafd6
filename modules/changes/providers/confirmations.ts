import { DATABASE } from '@patchbay/kernel/database';
import { provide } from '@patchbay/kernel/di';
import { JOBS } from '@patchbay/kernel/jobs';
import { PERMISSION_MAP } from '@patchbay/kernel/permissions';
import { SECRETS } from '@patchbay/kernel/secrets';
import { CLOCK, LOGGER } from '@patchbay/kernel/telemetry';
import { CONTROLLERS } from '@patchbay/module-inventory/contract';
import { WRITE_GATE } from '@patchbay/module-system/contract';
import { ROLLBACK } from '../jobs/rollback.ts';
import { AttemptLedger } from '../services/applying/attempt-ledger.ts';
import { AttemptSettling } from '../services/applying/attempt-settling.ts';
import { Arming } from '../services/confirmations/arming.ts';
import { Confirming } from '../services/confirmations/confirming.ts';
import { EndingClaims } from '../services/confirmations/ending-claims.ts';
import { Rollback } from '../services/confirmations/rollback.ts';
import { RollbackByDevice } from '../services/confirmations/rollback-by-device.ts';
import { RollbackByInverse } from '../services/confirmations/rollback-by-inverse.ts';
import { LiveValues } from '../services/live/live-values.ts';
import { VerifiedValues } from '../services/live/verified-values.ts';
import { ChangeStore } from '../services/record/change-store.ts';
import { FeatureIndex } from '../services/staging/feature-index.ts';
import { Undoing } from '../services/undo/undoing.ts';
import { Authority } from '../services/weighing/authority.ts';
import { STAGING } from '../tokens.ts';

/** Confirming, taking back and undoing what was applied. */
export const confirmationProviders = [
  provide(EndingClaims, { database: DATABASE }),
  provide(VerifiedValues, { controllers: CONTROLLERS, features: FeatureIndex, logger: LOGGER }),
  provide(Arming, { ledger: AttemptLedger, claims: EndingClaims, clock: CLOCK }),
  provide(Confirming, {
    database: DATABASE,
    claims: EndingClaims,
    settling: AttemptSettling,
    authority: Authority,
    features: FeatureIndex,
    permissions: PERMISSION_MAP,
    gate: WRITE_GATE,
    live: LiveValues,
    secrets: SECRETS,
    verified: VerifiedValues,
  }),
  provide(
    ROLLBACK,
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
      new Rollback({
        database,
        jobs,
        claims,
        settling,
        features,
        live,
        secrets,
        byDevice: new RollbackByDevice({ features, live, secrets }),
        byInverse: new RollbackByInverse({ features, live, claims, gate, verified, clock }),
      }),
  ),
  provide(Undoing, {
    store: ChangeStore,
    features: FeatureIndex,
    permissions: PERMISSION_MAP,
    staging: STAGING,
  }),
];
