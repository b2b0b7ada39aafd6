import {
  type MigrationDeclaration,
  migration,
  platformTable,
  rowSecurity,
  tenantTable,
} from '../infrastructure/database/index.ts';

/**
 * Records as they came in, what of them still waits, and their places in the chain; heads and checkpoints
 * stand outside all three (R15). The application adds records and can change none of this. The records of one unit
 * of work wait together, in a row under the id of the first.
 */
export const auditMigrations: readonly MigrationDeclaration[] = [
  migration(
    'audit.001-chain',
    tenantTable('audit_log', {
      siteColumn: null,
      softDelete: false,
      grant: 'select, insert',
      columns: [
        'actor_kind text not null',
        'actor_id uuid',
        'key_id uuid',
        'action text not null',
        'target_type text',
        'target_id text',
        "detail jsonb not null default '{}'",
        'occurred_at timestamptz not null',
        'intake_mac text not null',
      ],
    }),
    'create index audit_log_newest on audit_log (organization_id, occurred_at, id)',
    `create table audit_pending (
  organization_id uuid not null,
  record_id uuid not null,
  intake_mac text not null,
  primary key (organization_id, record_id)
)`,
    rowSecurity('audit_pending', null, 'insert'),
    `create table audit_links (
  organization_id uuid not null,
  sequence bigint not null,
  record_id uuid not null,
  chain_mac text not null,
  primary key (organization_id, sequence)
)`,
    'create index audit_links_record on audit_links (organization_id, record_id)',
    rowSecurity('audit_links', null, 'select'),
    platformTable('audit_heads', [
      'organization_id uuid primary key',
      'sequence bigint not null',
      'chain_mac text not null',
      'head_mac text not null',
      'sealed_at timestamptz not null default now()',
    ]),
    platformTable('audit_checkpoints', [
      'organization_id uuid not null',
      'sequence bigint not null',
      'chain_mac text not null',
      'head_mac text not null',
      'made_at timestamptz not null default now()',
      'primary key (organization_id, sequence)',
    ]),
  ),
  migration(
    'audit.003-pending-units',
    `alter table audit_pending add column later_ids uuid[] not null default '{}',
  add column later_macs text[] not null default '{}'`,
  ),
];
