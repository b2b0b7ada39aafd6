import { defineTable, p, rowSecurity, tenantColumns, timestamp } from '@patchbay/kernel/database';

/** Bytes of which something is kept somewhere; the row is there before the first byte and goes after the last. */
export const KeptArtifact = defineTable('artifacts', {
  columns: {
    ...tenantColumns,
    /** Key of their producer, so that a repetition keeps nothing twice. */
    key: p.string(),
    token: p.string(),
    sha256: p.string(),
    size: p.integer(),
    media_type: p.string(),
    place: p.string().$type<'local' | 's3'>(),
    status: p.string().$type<'storing' | 'stored' | 'removing'>(),
    /** Swept afterwards unless a holder needs it; `infinity` while a blob does. */
    kept_until: timestamp(),
  },
  lock: rowSecurity('artifacts', null),
  constraints: [
    `check (place in ('local', 's3'))`,
    `check (sha256 ~ '^[0-9a-f]{64}$')`,
    `check (status in ('storing', 'stored', 'removing'))`,
    'unique (token)',
  ],
  indexes: [
    'create unique index artifacts_once on artifacts (organization_id, key, sha256)',
    'create index artifacts_size on artifacts (organization_id) include (size)',
    'create index artifacts_over on artifacts (kept_until)',
  ],
});
