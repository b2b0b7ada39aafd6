import { migration, tenantTable } from '@patchbay/kernel/database';

const artifacts = tenantTable('artifacts', {
  softDelete: false,
  siteColumn: null,
  columns: [
    'key text not null',
    'token text not null unique',
    `sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$')`,
    'size integer not null',
    'media_type text not null',
    `place text not null check (place in ('local', 's3'))`,
    `status text not null check (status in ('storing', 'stored', 'removing'))`,
    'kept_until timestamptz not null',
  ],
});

const blobs = tenantTable('stored_blobs', {
  siteColumn: 'site_id',
  columns: [
    'site_id uuid not null',
    'controller_id uuid not null',
    'artifact_id uuid not null references artifacts (id) on delete cascade',
    'name text not null',
  ],
});

export const keepArtifacts = migration(
  'storage.001-artifacts',
  artifacts,
  'create unique index artifacts_once on artifacts (organization_id, key, sha256)',
  'create index artifacts_size on artifacts (organization_id) include (size)',
  'create index artifacts_over on artifacts (kept_until)',
  blobs,
  'create unique index stored_blobs_once on stored_blobs (artifact_id, controller_id, name) where deleted_at is null',
  'create index stored_blobs_controller on stored_blobs (controller_id) where deleted_at is null',
);
