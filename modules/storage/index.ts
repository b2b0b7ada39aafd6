import { contribute, contributeWith } from '@patchbay/kernel/extension';
import { ARTIFACT_STORES } from '@patchbay/kernel/fabric';
import { defineModule } from '@patchbay/kernel/modules';
import { STAGED_FEATURES } from '@patchbay/module-changes/contract';
import { CONTROLLER_FOLLOWERS } from '@patchbay/module-inventory/contract';
import { StorageConfig } from './config.ts';
import { KeptArtifact } from './entities/kept-artifact.ts';
import { StoredBlob } from './entities/stored-blob.ts';
import { sweepArtifacts } from './jobs.ts';
import { keepArtifacts } from './migrations/001-artifacts.ts';
import { health, storeBlob } from './operations.ts';
import { storagePermissions } from './permissions.ts';
import { storageProviders } from './providers.ts';
import { blobsFollow } from './services/follow-controller.ts';
import { storeBlobFeature } from './services/store-blob.ts';
import { KEPT_ARTIFACTS, STORED_BLOBS } from './tokens.ts';

export default defineModule({
  id: 'storage',
  title: 'Storage',
  status: 'available',
  prefixes: [],
  requires: ['changes', 'gateway', 'inventory'],
  config: StorageConfig,
  entities: [KeptArtifact, StoredBlob],
  migrations: [keepArtifacts],
  providers: storageProviders,
  permissions: storagePermissions,
  operations: [storeBlob, health],
  jobs: [sweepArtifacts],
  contributes: [
    ...contribute(CONTROLLER_FOLLOWERS, blobsFollow),
    contributeWith(ARTIFACT_STORES, { store: KEPT_ARTIFACTS }, ({ store }) => store),
    contributeWith(
      STAGED_FEATURES,
      { artifacts: KEPT_ARTIFACTS, blobs: STORED_BLOBS },
      ({ artifacts, blobs }) => storeBlobFeature(artifacts, blobs),
    ),
  ],
});
