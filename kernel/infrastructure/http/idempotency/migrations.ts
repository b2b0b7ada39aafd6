import { type MigrationDeclaration, migration, tenantTable } from '../../database/index.ts';

/** Tables of this room. */
export const httpMigrations: readonly MigrationDeclaration[] = Object.freeze([
  migration(
    'http.001-idempotency-keys',
    tenantTable('idempotency_keys', {
      softDelete: false,
      siteColumn: null,
      columns: [
        'claim text not null',
        'fingerprint text not null',
        'status integer',
        'content_type text',
        'headers text[]',
        'body text',
        'resource_id text',
        'expires_at timestamptz not null',
        'unique (organization_id, claim)',
      ],
    }),
    'create index idempotency_keys_expires_at on idempotency_keys (expires_at)',
  ),
]);
