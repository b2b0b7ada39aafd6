import { type MigrationDeclaration, missingRights } from '@patchbay/kernel/database';
import { namedRights } from '@patchbay/kernel/modules';
import type pg from 'pg';
import { type Finding, fail, ok } from './finding.ts';

const EXTENSION = 'pg_trgm';

/** Requirements of a start on the owner of the database; policies and rights once every step was applied. */
export async function checkNeeds(
  owner: pg.Client,
  migrations: readonly MigrationDeclaration[] | null,
): Promise<readonly Finding[]> {
  return [
    ...(await checkOwner(owner)),
    await checkExtension(owner),
    ...(migrations === null ? [] : [await checkRights(owner, migrations)]),
  ];
}

async function checkOwner(owner: pg.Client): Promise<readonly Finding[]> {
  const { rows } = await owner.query(
    `select current_user as name, rolsuper or rolcreaterole as makes_roles,
       has_schema_privilege('public', 'create') and has_database_privilege(current_database(), 'create') as creates,
       (select count(*)::int from pg_class c where c.relkind = 'r'
          and c.relnamespace = any (array[to_regnamespace('public'), to_regnamespace('graphile_worker')]::oid[])
          and not pg_has_role(c.relowner, 'usage')) as foreign_tables
     from pg_roles where rolname = current_user`,
  );
  const { name, makes_roles, creates, foreign_tables } = rows[0];
  const wrong = [
    ...(makes_roles ? [] : [fail('owner', `${name} may not create roles`, `alter role ${name} createrole`)]),
    ...(creates
      ? []
      : [
          fail(
            'owner',
            `${name} may not create tables here`,
            `alter database … owner to ${name}, or grant create on database and schema public`,
          ),
        ]),
    ...(foreign_tables === 0
      ? []
      : [
          fail(
            'owner',
            `${name} does not own ${foreign_tables} tables`,
            'Name their owner in DATABASE_URL, or: reassign owned by the former owner.',
          ),
        ]),
  ];
  return wrong.length > 0 ? wrong : [ok('owner', `${name} may create roles and owns every table`)];
}

/** A trusted extension may be made by a role that may create in the database; others by a superuser only. */
async function checkExtension(owner: pg.Client): Promise<Finding> {
  const { rows } = await owner.query(
    `select current_user as name, current_setting('is_superuser') = 'on' as is_super,
       has_database_privilege(current_database(), 'create') as creates,
       exists (select from pg_extension where extname = $1) as is_there,
       (select bool_or(trusted) from pg_available_extension_versions where name = $1) as trusted`,
    [EXTENSION],
  );
  const { name, is_super, creates, is_there, trusted } = rows[0];
  if (is_there) return ok('extension', `${EXTENSION} is there`);
  if (trusted === null)
    return fail(
      'extension',
      `the server does not have ${EXTENSION}`,
      "Install PostgreSQL's contrib package.",
    );
  return is_super || (trusted && creates)
    ? ok('extension', `${EXTENSION} is made by the start`)
    : fail(
        'extension',
        `${EXTENSION} is not there and ${name} may not create it`,
        `As a superuser, in this database: create extension ${EXTENSION}`,
      );
}

async function checkRights(owner: pg.Client, migrations: readonly MigrationDeclaration[]): Promise<Finding> {
  const missing = await missingRights(owner, migrations);
  return missing.length === 0
    ? ok('policies', 'row-level security is as the steps made it')
    : fail(
        'policies',
        `${missing.length} missing: ${namedRights(missing)}`,
        'npx patchbay migrate --rights; a restore without the roles leaves them out.',
      );
}
