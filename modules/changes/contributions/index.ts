import { DATABASE } from '@patchbay/kernel/database';
import { contribute, contributeWith } from '@patchbay/kernel/extension';
import { ARTIFACT_HOLDERS, ARTIFACTS, STAGERS } from '@patchbay/kernel/fabric';
import { SEALED_COLUMNS } from '@patchbay/kernel/secrets';
import { CONTROLLER_FOLLOWERS } from '@patchbay/module-inventory/contract';
import { DASHBOARD_PARTS } from '@patchbay/module-organizations/contract';
import { STAGED_FEATURES } from '@patchbay/vendor-kit';
import { CHANGES } from '../contract.ts';
import { pendingFollows } from '../services/live/follow-controller.ts';
import { pendingArtifacts } from '../services/staging/artifact-holder.ts';
import { FabricStager } from '../services/staging/fabric-stager.ts';
import { changesPart } from './dashboard.ts';

export const contributions = [
  ...contribute(DASHBOARD_PARTS, changesPart),
  ...contribute(CONTROLLER_FOLLOWERS, pendingFollows),
  ...contribute(ARTIFACT_HOLDERS, pendingArtifacts),
  contributeWith(
    STAGERS,
    { changes: CHANGES, artifacts: ARTIFACTS, database: DATABASE, features: STAGED_FEATURES.all },
    (deps) => new FabricStager(deps),
  ),
  ...contribute(
    SEALED_COLUMNS,
    { table: 'pending_changes', column: 'sealed_payload' },
    { table: 'change_attempts', column: 'confirm_token' },
  ),
];
