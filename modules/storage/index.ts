import { contribute, contributeWith } from '@patchbay/kernel/extension';
import { ARTIFACT_STORES } from '@patchbay/kernel/fabric';
import { defineModule } from '@patchbay/kernel/modules';
import { CONTROLLER_FOLLOWERS } from '@patchbay/module-inventory/contract';
import { STAGED_FEATURES } from '@patchbay/vendor-kit';
import { StorageConfig } from './config.ts';
import { entities } from './entities/index.ts';
import { capacityWarning, poolDegraded } from './events.ts';
import { sweepArtifacts, watchPools } from './jobs.ts';
import { migrations } from './migrations/index.ts';
import { health, storeBlob } from './operations.ts';
import { storagePermissions } from './permissions.ts';
import { storageProviders } from './providers.ts';
import { blobsFollow } from './services/follow-controller.ts';
import { KeptArtifacts } from './services/kept-artifacts.ts';
import { storeBlobFeature } from './services/store-blob.ts';
import { StoredBlobs } from './services/stored-blobs.ts';

export default defineModule({
  id: 'storage',
  title: 'Storage',
  status: 'available',
  prefixes: [],
  requires: ['gateway', 'inventory'],
  config: StorageConfig,
  entities,
  migrations,
  providers: storageProviders,
  permissions: storagePermissions,
  events: [poolDegraded, capacityWarning],
  operations: [storeBlob, health],
  jobs: [sweepArtifacts, watchPools],
  contributes: [
    ...contribute(CONTROLLER_FOLLOWERS, blobsFollow),
    contributeWith(ARTIFACT_STORES, { store: KeptArtifacts }, ({ store }) => store),
    contributeWith(
      STAGED_FEATURES,
      { artifacts: KeptArtifacts, blobs: StoredBlobs },
      ({ artifacts, blobs }) => storeBlobFeature(artifacts, blobs),
    ),
  ],
});
