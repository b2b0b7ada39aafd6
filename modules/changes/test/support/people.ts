import { exempt, type PostgresDatabase, sql } from '@patchbay/kernel/database';
import { unauthenticated } from '@patchbay/kernel/errors';
import type { RoleName } from '@patchbay/kernel/permissions';
import type { Authority, UserAuthority } from '@patchbay/module-identity/contract';
import type pg from 'pg';
import { ORGANIZATION } from './rows.ts';

const reading = exempt('changes.test-people', 'a test reads who somebody is');

/** Stands for the identity module's tables: the function that the module asks is the same. */
export const PEOPLE_STATEMENTS = [
  `create table people (user_id uuid primary key, organization_id uuid not null, role text not null,
     is_active boolean not null default true, token_version integer not null default 0, site_ids uuid[])`,
  `create function identity_authority(wanted_user uuid, wanted_session uuid)
     returns table (organization_id uuid, role text, is_active boolean, token_version integer, site_ids uuid[],
       session_open boolean)
     language sql stable security definer as $$
     select p.organization_id, p.role, p.is_active, p.token_version, p.site_ids, true from people p
     where p.user_id = wanted_user $$`,
  'grant execute on function identity_authority(uuid, uuid) to patchbay_app, patchbay_system',
];

/** Writes a user into the tables, or changes one. */
export const setPerson = (
  owner: pg.Client,
  user_id: string,
  { role = 'operator' as RoleName, is_active = true, site_ids = null as readonly string[] | null } = {},
) =>
  owner.query(
    `insert into people (user_id, organization_id, role, is_active, site_ids) values ($1, $2, $3, $4, $5)
     on conflict (user_id) do update set role = $3, is_active = $4, site_ids = $5`,
    [user_id, ORGANIZATION, role, is_active, site_ids],
  );

/** Reads people as the identity module does. */
export const peopleOf = (database: PostgresDatabase): Pick<Authority, 'now'> => ({
  now: (user_id) =>
    database.asSystem(reading, async (db) => {
      const { rows } = await sql<UserAuthority & { readonly is_active: boolean }>`
        select ${user_id}::uuid as user_id, * from identity_authority(${user_id}::uuid, null)`.execute(db);
      const [found] = rows;
      if (!found?.is_active) throw unauthenticated();
      const { organization_id, role, token_version, site_ids } = found;
      return { user_id, organization_id, role, token_version, site_ids };
    }),
});
