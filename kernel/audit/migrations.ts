import { type MigrationDeclaration, migration, platformTable, tenantTable } from '../database/index.ts';

/** Intake and chain in one table; heads and checkpoints outside it (R15). */
export const auditMigrations: readonly MigrationDeclaration[] = [
  migration(
    'audit.001-chain',
    tenantTable('audit_log', {
      siteColumn: null,
      softDelete: false,
      grant: 'select, insert',
      columns: [
        'sequence bigint',
        'actor_kind text not null',
        'actor_id uuid',
        'key_id uuid',
        'action text not null',
        'target_type text',
        'target_id text',
        "detail jsonb not null default '{}'",
        'occurred_at timestamptz not null',
        'intake_mac text not null',
        'chain_mac text',
      ],
    }),
    'create index audit_log_unsealed on audit_log (organization_id, id) where sequence is null',
    'create index audit_log_sequence on audit_log (organization_id, sequence)',
    'create index audit_log_newest on audit_log (organization_id, occurred_at desc, id)',
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
];
