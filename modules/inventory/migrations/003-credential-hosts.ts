import { migration, organizationRows, tenantTable } from '@patchbay/kernel/database';

/** `https://192.0.2.1` and `http://[::1]:8080` as the host and port that a secret would be sent to. */
const HOST = `case when url ~ ':[0-9]+$' then substring(url from '^https?://(.*)$')
  else substring(url from '^https?://(.*)$') || case when url like 'https:%' then ':443' else ':80' end end`;

/**
 * Sign-ins are bound to the hosts they may be sent to (R21), and to a site where they are of one (R20). Used ones are
 * bound to the hosts of their controllers; controllers that are reached over plain HTTP are marked from here on.
 */
export const inventory003 = migration(
  'inventory.003-credential-hosts',
  'alter table credentials add column site_id uuid',
  `create policy sited on credentials as restrictive for all to patchbay_app
     using (organization_id = (select app_organization_id()) and ((select app_site_ids()) is null
       or site_id is null or site_id = any ((select app_site_ids())::uuid[])))`,
  organizationRows('credentials', 'site_id'),
  'alter table controllers add column allow_plaintext boolean not null default false',
  `update controllers set allow_plaintext = true where url like 'http:%'`,
  tenantTable('credential_hosts', {
    softDelete: false,
    siteColumn: null,
    columns: [
      'credential_id uuid not null references credentials (id)',
      'host text not null',
      'bound_by uuid',
      'unique (credential_id, host)',
    ],
  }),
  `insert into credential_hosts (id, organization_id, credential_id, host)
     select gen_random_uuid(), organization_id, credential_id, host
     from (select distinct organization_id, credential_id, ${HOST} as host
           from controllers where credential_id is not null and deleted_at is null) used`,
  // A user held to sites must not take away a credential that others use, nor learn of their use.
  `create function credential_sites(wanted uuid) returns setof uuid language sql stable security definer
     set search_path = pg_catalog, pg_temp as $$
       select distinct site_id from public.controllers
       where credential_id = wanted and organization_id = public.app_organization_id() and deleted_at is null $$`,
  'revoke execute on function credential_sites(uuid) from public',
  'grant execute on function credential_sites(uuid) to patchbay_app',
);
