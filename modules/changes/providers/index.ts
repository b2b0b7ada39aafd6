import { DATABASE } from '@patchbay/kernel/database';
import { provide } from '@patchbay/kernel/di';
import { JOBS } from '@patchbay/kernel/jobs';
import { SERVES } from '@patchbay/kernel/modules';
import { AUTHENTICATORS, PERMISSION_MAP } from '@patchbay/kernel/permissions';
import { SECRETS } from '@patchbay/kernel/secrets';
import { CLOCK, LOGGER } from '@patchbay/kernel/telemetry';
import { AUTHORITY as PEOPLE_AUTHORITY } from '@patchbay/module-identity/contract';
import { CONTROLLERS } from '@patchbay/module-inventory/contract';
import { WRITE_GATE } from '@patchbay/module-system/contract';
import { STAGED_FEATURES, VENDORS } from '@patchbay/vendor-kit';
import { v4 as uuidv4 } from 'uuid';
import { CHANGES_CONFIG } from '../config.ts';
import { CHANGES, WRITE_GUARDS } from '../contract.ts';
import { Applier } from '../services/applying/applier.ts';
import { AttemptLeases } from '../services/applying/attempt-leases.ts';
import { AttemptLedger } from '../services/applying/attempt-ledger.ts';
import { AttemptSettling } from '../services/applying/attempt-settling.ts';
import { OrphanRecovery } from '../services/applying/orphan-recovery.ts';
import { Approvals } from '../services/approvals/approvals.ts';
import { Arming } from '../services/confirmations/arming.ts';
import { Confirming } from '../services/confirmations/confirming.ts';
import { LiveValues } from '../services/live/live-values.ts';
import { VerifiedValues } from '../services/live/verified-values.ts';
import { ChangeStore } from '../services/record/change-store.ts';
import { FeatureIndex } from '../services/staging/feature-index.ts';
import { PayloadValidator } from '../services/staging/payload-validator.ts';
import { PendingRoom } from '../services/staging/pending-room.ts';
import { StagedChanges } from '../services/staging/staged-changes.ts';
import { Staging } from '../services/staging/staging.ts';
import { Undoing } from '../services/undo/undoing.ts';
import { Authority } from '../services/weighing/authority.ts';
import { OWNER_ID, STAGING } from '../tokens.ts';
import { confirmationProviders } from './confirmations.ts';
import { reviewProviders } from './reviews.ts';

export const providers = [
  provide(OWNER_ID, [], () => uuidv4()),
  provide(FeatureIndex, [STAGED_FEATURES.all, VENDORS.all]),
  provide(Authority, [AUTHENTICATORS.all, PEOPLE_AUTHORITY]),
  ...reviewProviders,
  provide(ChangeStore, [DATABASE]),
  provide(AttemptSettling, [DATABASE]),
  provide(
    AttemptLeases,
    [DATABASE, LOGGER, OWNER_ID, CLOCK],
    (database, logger, ownerId, clock) => new AttemptLeases(database, logger, ownerId, clock),
    (leases) => leases.dispose(),
  ),
  provide(
    OrphanRecovery,
    [DATABASE, AttemptSettling, LOGGER, SERVES],
    (database, settling, logger, serves) => {
      const recovery = new OrphanRecovery(database, settling, logger);
      return serves ? recovery.start() : recovery;
    },
    (recovery) => recovery.dispose(),
  ),
  provide(LiveValues, [DATABASE, CONTROLLERS, FeatureIndex]),
  provide(
    AttemptLedger,
    [
      DATABASE,
      Authority,
      FeatureIndex,
      PERMISSION_MAP,
      WRITE_GATE,
      OWNER_ID,
      JOBS,
      Approvals,
      WRITE_GUARDS.all,
    ],
    (database, authority, features, permissions, gate, owner_id, jobs, approvals, guards) =>
      new AttemptLedger({
        database,
        authority,
        features,
        permissions,
        gate,
        owner_id,
        jobs,
        approvals,
        guards,
      }),
  ),
  ...confirmationProviders,
  provide(
    STAGING,
    [
      DATABASE,
      CONTROLLERS,
      FeatureIndex,
      PERMISSION_MAP,
      JOBS,
      SECRETS,
      CHANGES_CONFIG,
      WRITE_GUARDS.all,
      Approvals,
    ],
    (database, controllers, features, permissions, jobs, secrets, config, guards, approvals) =>
      new Staging({
        database,
        controllers,
        features,
        permissions,
        jobs,
        secrets,
        guards,
        approvals,
        validator: new PayloadValidator(),
        room: new PendingRoom(database, config.CHANGES_MAX_PENDING),
      }),
  ),
  provide(
    Applier,
    [AttemptLedger, AttemptSettling, AttemptLeases, LiveValues, Arming, VerifiedValues, SECRETS, LOGGER],
    (ledger, settling, leases, live, arming, verified, secrets, logger) =>
      new Applier({ ledger, settling, leases, live, arming, verified, secrets, logger }),
  ),
  provide(
    CHANGES,
    [
      DATABASE,
      PERMISSION_MAP,
      FeatureIndex,
      STAGING,
      Applier,
      LiveValues,
      ChangeStore,
      Confirming,
      Undoing,
      Approvals,
    ],
    (database, permissions, features, staging, applier, live, store, confirming, undoing, approvals) =>
      new StagedChanges({
        database,
        permissions,
        features,
        staging,
        applier,
        live,
        store,
        confirming,
        undoing,
        approvals,
      }),
  ),
];
