import { migration, tenantTable } from '@patchbay/kernel/database';

/** Sign-ins and their single-use refresh tokens. */
export const sessions = migration(
  'identity.002-sessions',
  tenantTable('sessions', {
    columns: [
      'user_id uuid not null',
      'token_version integer not null',
      'remember_me boolean not null',
      'ip text not null',
      'user_agent text not null',
      'last_used_at timestamptz not null',
      'expires_at timestamptz not null',
      'revoked_at timestamptz',
      'revoked_reason text',
      'constraint sessions_user_fkey foreign key (organization_id, user_id) references users (organization_id, id)',
    ],
    siteColumn: null,
    softDelete: false,
    grant: 'select, insert, update',
  }),
  'create index sessions_of_user on sessions (user_id, created_at)',
  'create index sessions_by_expiry on sessions (expires_at)',
  tenantTable('refresh_tokens', {
    columns: [
      'session_id uuid not null references sessions (id) on delete cascade',
      'parent_id uuid',
      'token_hash text not null unique',
      'access_jti uuid not null unique',
      'expires_at timestamptz not null',
      'used_at timestamptz',
      'pair_used_at timestamptz',
    ],
    siteColumn: null,
    softDelete: false,
    grant: 'insert',
  }),
  'create index refresh_tokens_of_session on refresh_tokens (session_id)',
  'create index refresh_tokens_by_parent on refresh_tokens (parent_id)',
);
