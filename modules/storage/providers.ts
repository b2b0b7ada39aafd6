import { join } from 'node:path';
import { ConfigError, KERNEL_CONFIG } from '@patchbay/kernel/config';
import { DATABASE } from '@patchbay/kernel/database';
import { provide } from '@patchbay/kernel/di';
import { ARTIFACT_HOLDERS } from '@patchbay/kernel/fabric';
import { OUTBOUND, type Outbound } from '@patchbay/kernel/outbound';
import { Secret } from '@patchbay/kernel/secrets';
import { LOGGER } from '@patchbay/kernel/telemetry';
import { LIVE_CONTROLLERS } from '@patchbay/module-gateway/contract';
import { CONTROLLERS } from '@patchbay/module-inventory/contract';
import { VENDORS } from '@patchbay/vendor-kit';
import type { Static } from 'typebox';
import { STORAGE_CONFIG, type StorageConfig } from './config.ts';
import { ArtifactSweep } from './services/artifact-sweep.ts';
import { KeptArtifacts } from './services/kept-artifacts.ts';
import { PoolWatch } from './services/pools/pool-watch.ts';
import { StorageHealth } from './services/storage-health.ts';
import { StoredBlobs } from './services/stored-blobs.ts';
import { LocalFolder } from './services/stores/local-folder.ts';
import { S3Bucket } from './services/stores/s3-bucket.ts';
import { PLACES } from './tokens.ts';

type Config = Readonly<Static<typeof StorageConfig>>;

export const storageProviders = [
  provide(PLACES, [STORAGE_CONFIG, KERNEL_CONFIG, OUTBOUND], (config, { DATA_DIR }, outbound) => {
    const bucket = bucketOf(config, outbound);
    const local = new LocalFolder(join(DATA_DIR, 'artifacts'));
    return { chosen: config.ARTIFACT_STORE, byId: { local, ...(bucket ? { s3: bucket } : {}) } };
  }),
  provide(
    KeptArtifacts,
    [DATABASE, PLACES, STORAGE_CONFIG],
    (database, places, config) =>
      new KeptArtifacts({
        database,
        places,
        limits: {
          retention_days: config.ARTIFACT_RETENTION_DAYS,
          max_organization_bytes: config.ARTIFACT_MAX_ORGANIZATION_BYTES,
        },
      }),
  ),
  provide(
    StoredBlobs,
    [DATABASE, STORAGE_CONFIG],
    (database, config) => new StoredBlobs({ database, retentionDays: config.ARTIFACT_RETENTION_DAYS }),
  ),
  provide(
    StorageHealth,
    [DATABASE, LIVE_CONTROLLERS, PLACES, STORAGE_CONFIG],
    (database, live, places, config) =>
      new StorageHealth({ database, live, places, maxBytes: config.ARTIFACT_MAX_ORGANIZATION_BYTES }),
  ),
  provide(
    PoolWatch,
    [DATABASE, CONTROLLERS, VENDORS.all, LOGGER, STORAGE_CONFIG],
    (database, controllers, vendors, logger, { STORAGE_CAPACITY_WARNING_PERCENT: warnAt }) =>
      new PoolWatch({ database, controllers, vendors, logger, warnAt }),
  ),
  provide(ArtifactSweep, {
    database: DATABASE,
    places: PLACES,
    holders: ARTIFACT_HOLDERS.all,
    logger: LOGGER,
  }),
];

/** Also beside a chosen folder, so that what was kept in the bucket before can still be read. */
function bucketOf(config: Config, outbound: Outbound): S3Bucket | null {
  const {
    ARTIFACT_S3_ENDPOINT: endpoint,
    ARTIFACT_S3_BUCKET: bucket,
    ARTIFACT_S3_ACCESS_KEY_ID: access_key_id,
    ARTIFACT_S3_SECRET_ACCESS_KEY: secret,
  } = config;
  if (endpoint === undefined && config.ARTIFACT_STORE === 'local') return null;
  const url = URL.parse(endpoint ?? '');
  if (url === null || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search !== '')
    throw new ConfigError('ARTIFACT_S3_ENDPOINT must be an address such as https://s3.example.com');
  if (!bucket || !access_key_id || !secret)
    throw new ConfigError(
      'an S3 artifact store needs ARTIFACT_S3_BUCKET, ARTIFACT_S3_ACCESS_KEY_ID and ARTIFACT_S3_SECRET_ACCESS_KEY',
    );
  return new S3Bucket(outbound, {
    endpoint: url.origin,
    bucket,
    region: config.ARTIFACT_S3_REGION,
    access_key_id,
    secret_access_key: new Secret(secret),
  });
}
