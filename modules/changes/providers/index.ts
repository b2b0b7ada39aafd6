import { randomUUID } from 'node:crypto';
import { DATABASE } from '@patchbay/kernel/database';
import { provide, provideAs } from '@patchbay/kernel/di';
import { JOBS } from '@patchbay/kernel/jobs';
import { SERVES } from '@patchbay/kernel/modules';
import { AUTHENTICATORS, PERMISSION_MAP } from '@patchbay/kernel/permissions';
import { SECRETS } from '@patchbay/kernel/secrets';
import { CLOCK, LOGGER } from '@patchbay/kernel/telemetry';
import { AUTHORITY as PEOPLE_AUTHORITY } from '@patchbay/module-identity/contract';
import { CONTROLLERS } from '@patchbay/module-inventory/contract';
import { WRITE_GATE } from '@patchbay/module-system/contract';
import { STAGED_FEATURES, VENDORS } from '@patchbay/vendor-kit';
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
import { ChangeCalls } from '../services/preview/change-calls.ts';
import { ChangePreviews } from '../services/preview/change-previews.ts';
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
  provide(OWNER_ID, [], () => randomUUID()),
  provide(FeatureIndex, { contributed: STAGED_FEATURES.all, vendors: VENDORS.all }),
  provide(Authority, { authenticators: AUTHENTICATORS.all, people: PEOPLE_AUTHORITY }),
  ...reviewProviders,
  provide(ChangeStore, { database: DATABASE }),
  provide(AttemptSettling, { database: DATABASE }),
  provide(
    AttemptLeases,
    { database: DATABASE, logger: LOGGER, ownerId: OWNER_ID, clock: CLOCK },
    (parts) => new AttemptLeases(parts),
    (leases) => leases.dispose(),
  ),
  provide(
    OrphanRecovery,
    [DATABASE, AttemptSettling, LOGGER, SERVES],
    (database, settling, logger, serves) => {
      const recovery = new OrphanRecovery({ database, settling, logger });
      return serves ? recovery.start() : recovery;
    },
    (recovery) => recovery.dispose(),
  ),
  provide(LiveValues, { database: DATABASE, controllers: CONTROLLERS, features: FeatureIndex }),
  provide(AttemptLedger, {
    database: DATABASE,
    authority: Authority,
    features: FeatureIndex,
    permissions: PERMISSION_MAP,
    gate: WRITE_GATE,
    owner_id: OWNER_ID,
    jobs: JOBS,
    approvals: Approvals,
    guards: WRITE_GUARDS.all,
    live: LiveValues,
  }),
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
        room: new PendingRoom({ database, most: config.CHANGES_MAX_PENDING }),
      }),
  ),
  provide(Applier, {
    ledger: AttemptLedger,
    settling: AttemptSettling,
    leases: AttemptLeases,
    live: LiveValues,
    arming: Arming,
    verified: VerifiedValues,
    secrets: SECRETS,
    logger: LOGGER,
  }),
  provideAs(CHANGES, StagedChanges, {
    database: DATABASE,
    permissions: PERMISSION_MAP,
    features: FeatureIndex,
    staging: STAGING,
    applier: Applier,
    live: LiveValues,
    store: ChangeStore,
    confirming: Confirming,
    undoing: Undoing,
    approvals: Approvals,
  }),
  provide(ChangeCalls, { store: ChangeStore, features: FeatureIndex, live: LiveValues }),
  provide(ChangePreviews, {
    database: DATABASE,
    store: ChangeStore,
    changes: CHANGES,
    live: LiveValues,
    ledger: AttemptLedger,
    approvals: Approvals,
    features: FeatureIndex,
    permissions: PERMISSION_MAP,
  }),
];
