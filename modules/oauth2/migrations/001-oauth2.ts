import { migration, tenantTable } from '@patchbay/kernel/database';

const grantKey = 'foreign key (organization_id, grant_id) references oauth2_grants (organization_id, id)';

/**
 * Applications, grants, codes and tokens. The function serves the write guard in units of other organizations
 * too; it answers whether a token still stands: its grant and application, its user's `token_version`, and that
 * the application may still ask for these scopes.
 */
export const oauth2 = migration(
  'oauth2.001-oauth2',
  tenantTable('oauth2_applications', {
    columns: [
      'client_id text not null unique',
      'secret_hash text',
      'name text not null',
      'redirect_uris text[] not null',
      'scopes text[] not null',
      'confidential boolean not null',
      'is_active boolean not null default true',
      'constraint oauth2_applications_in_organization unique (organization_id, id)',
    ],
    siteColumn: null,
    grant: 'select, insert, update',
  }),
  tenantTable('oauth2_grants', {
    columns: [
      'application_id uuid not null',
      'user_id uuid not null',
      'scopes text[] not null',
      'token_version integer not null',
      'last_used_at timestamptz',
      'revoked_at timestamptz',
      'revoked_reason text',
      'constraint oauth2_grants_application_fkey foreign key (organization_id, application_id) references oauth2_applications (organization_id, id)',
      'constraint oauth2_grants_user_fkey foreign key (organization_id, user_id) references users (organization_id, id)',
      'constraint oauth2_grants_in_organization unique (organization_id, id)',
    ],
    siteColumn: null,
    softDelete: false,
    grant: 'select, insert, update',
  }),
  'create unique index oauth2_grants_open on oauth2_grants (user_id, application_id) where revoked_at is null',
  'create index oauth2_grants_of_application on oauth2_grants (application_id)',
  tenantTable('oauth2_codes', {
    columns: [
      'grant_id uuid not null',
      'code_hash text not null unique',
      'redirect_uri text not null',
      'code_challenge text not null',
      'scopes text[] not null',
      'expires_at timestamptz not null',
      'used_at timestamptz',
      `constraint oauth2_codes_grant_fkey ${grantKey} on delete cascade`,
    ],
    siteColumn: null,
    softDelete: false,
  }),
  'create index oauth2_codes_of_grant on oauth2_codes (grant_id, id)',
  ...['oauth2_access_tokens', 'oauth2_refresh_tokens'].flatMap((table) => [
    ...tenantTable(table, {
      columns: [
        'grant_id uuid not null',
        'family_id uuid not null',
        'token_hash text not null unique',
        'scopes text[] not null',
        'expires_at timestamptz not null',
        ...(table === 'oauth2_refresh_tokens' ? ['used_at timestamptz'] : []),
        'revoked_at timestamptz',
        `constraint ${table}_grant_fkey ${grantKey} on delete cascade`,
      ],
      siteColumn: null,
      softDelete: false,
    }),
    `create index ${table}_of_grant on ${table} (grant_id, id)`,
    `create index ${table}_by_expiry on ${table} (expires_at)`,
  ]),
  `create function oauth2_grant_open(
     wanted_grant uuid, wanted_token uuid, wanted_scopes text[], at_time timestamptz)
     returns boolean language sql stable security definer set search_path = public, pg_temp as $$
     select exists (
       select from oauth2_grants g
         join oauth2_applications a on a.id = g.application_id
         join users u on u.id = g.user_id
       where g.id = wanted_grant and g.revoked_at is null and u.token_version = g.token_version
         and a.is_active and a.deleted_at is null and wanted_scopes <@ a.scopes
         and (wanted_token is null or exists (
           select from oauth2_access_tokens t where t.id = wanted_token and t.grant_id = g.id
             and t.revoked_at is null and t.expires_at > at_time))) $$`,
  'revoke execute on function oauth2_grant_open(uuid, uuid, text[], timestamptz) from public',
  'grant execute on function oauth2_grant_open(uuid, uuid, text[], timestamptz) to patchbay_app',
);
