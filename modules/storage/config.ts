import { moduleConfig } from '@patchbay/kernel/modules';
import Type from 'typebox';

export const StorageConfig = Type.Object({
  /** Store of new artifacts and blobs; earlier ones are still read from the other. */
  ARTIFACT_STORE: Type.Enum(['local', 's3'], { default: 'local' }),
  ARTIFACT_RETENTION_DAYS: Type.Integer({ minimum: 1, maximum: 365, default: 7 }),
  /** Limit of one organization. */
  ARTIFACT_MAX_ORGANIZATION_BYTES: Type.Integer({ minimum: 1, default: 1_073_741_824 }),
  /** Usage from which a pool of a hypervisor counts as nearly full. */
  STORAGE_CAPACITY_WARNING_PERCENT: Type.Integer({ minimum: 10, maximum: 100, default: 85 }),
  ARTIFACT_S3_ENDPOINT: Type.Optional(Type.String()),
  ARTIFACT_S3_BUCKET: Type.Optional(Type.String()),
  ARTIFACT_S3_REGION: Type.String({ default: 'us-east-1' }),
  ARTIFACT_S3_ACCESS_KEY_ID: Type.Optional(Type.String()),
  ARTIFACT_S3_SECRET_ACCESS_KEY: Type.Optional(Type.String()),
});

export const STORAGE_CONFIG = moduleConfig('storage', StorageConfig);
