import { defineTable, p, rowSecurity, softDeletedColumns, timestamp } from '@patchbay/kernel/database';

/** Trust in a controller's certificate. */
export interface ControllerTls {
  readonly verify: boolean;
  /** SHA-256 of the certificate, colon separated hex. */
  readonly fingerprint?: string;
  /** Without a fingerprint: the certificate of the first contact is kept as the one to trust. */
  readonly pin_on_first_use?: boolean;
}

/** Parts of the last sync that show that nothing changed. */
export interface LastSnapshot {
  readonly digest: string;
  /** Devices it named, and known ones it did not. */
  readonly present: number;
  readonly missing: number;
}

/** `unknown` until first contact; `unreachable` when it does not answer; `error` when it refuses us. */
export type ControllerStatus = 'unknown' | 'online' | 'unreachable' | 'error';

/** A vendor's management endpoint at a site (SPEC 2.2). */
export const Controller = defineTable('controllers', {
  columns: {
    ...softDeletedColumns,
    site_id: p.uuid(),
    credential_id: p.uuid().nullable(),
    vendor: p.string(),
    name: p.string(),
    url: p.string(),
    /** Whether it may be reached without TLS although it is not this machine. */
    allow_plaintext: p.boolean().default(false),
    tls: p.json().$type<ControllerTls>(),
    status: p.string().$type<ControllerStatus>().default('unknown'),
    version: p.string().nullable(),
    model: p.string().nullable(),
    serial: p.string().nullable(),
    capabilities: p.json().$type<readonly string[]>().defaultRaw("'[]'"),
    last_sync_at: timestamp().nullable(),
    last_error: p.string().nullable(),
    failures: p.integer().default(0),
    next_sync_at: timestamp().nullable(),
    /** Cleared by whatever touches synced rows otherwise. */
    last_snapshot: p.json().$type<LastSnapshot>().nullable(),
    /** When that last happened. */
    touched_at: timestamp().nullable(),
  },
  lock: rowSecurity('controllers', 'site_id'),
  constraints: ['foreign key (credential_id) references credentials (id)'],
  indexes: [
    'create index controllers_listed on controllers (organization_id, name, id) where deleted_at is null',
    'create index controllers_due on controllers (next_sync_at) where deleted_at is null',
  ],
});
