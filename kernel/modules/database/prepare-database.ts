import { createHmac, randomUUID } from 'node:crypto';
import { runMigrations } from 'graphile-worker';
import type pg from 'pg';
import { ConfigError } from '../../config/index.ts';
import {
  type Logins,
  type MigrationDeclaration,
  migrate,
  missingRights,
  pendingMigrations,
  provisionLogins,
} from '../../infrastructure/database/index.ts';
import type { SecretBox } from '../../infrastructure/secrets/index.ts';

/** A database that is ready to be used. */
export interface Prepared {
  readonly logins: Logins;
  /** Ids of the steps that were applied now. */
  readonly applied: readonly string[];
  /** Names this database for as long as it exists, whatever its keys. */
  readonly installation_id: string;
}

/** Steps of graphile-worker 0.18's own schema; a start killed half way is finished by the next. */
const JOB_SCHEMA_STEPS = 20;
/** Id of the jobs' schema among the steps that are missing. */
const JOB_SCHEMA_ID = 'jobs.schema';

/** Checks the key first: a process with a wrong one changes nothing here. */
export async function prepareDatabase(
  owner: pg.Client,
  ownerUrl: string,
  secrets: SecretBox,
  migrations: readonly MigrationDeclaration[],
): Promise<Prepared> {
  const { logins, applied } = await migrateDatabase(owner, ownerUrl, secrets, migrations);
  await recordKey(owner, secrets);
  return { logins, applied, installation_id: await installationId(owner) };
}

/**
 * The same without making the current key one that every later start must know: a process that seals nothing
 * leaves those with the former key alone. A database that knows no key yet is given this one.
 */
export async function migrateDatabase(
  owner: pg.Client,
  ownerUrl: string,
  secrets: SecretBox,
  migrations: readonly MigrationDeclaration[],
): Promise<Pick<Prepared, 'logins' | 'applied'>> {
  if (await hasSettings(owner)) await assertKnownKey(owner, secrets);
  const logins = await provisionLogins(owner, ownerUrl, loginPassword(secrets), secrets.keyId);
  const applied = [...(await migrateJobs(owner, ownerUrl)), ...(await migrate(owner, ownerUrl, migrations))];
  await recordFirstKey(owner, secrets);
  await assertLocked(owner, migrations);
  return { logins, applied };
}

/** Requires a database that read-only commands can use: one of these keys, and every lock in its place. */
export async function assertUsable(
  owner: pg.Client,
  secrets: SecretBox,
  migrations: readonly MigrationDeclaration[],
): Promise<{ readonly installation_id: string }> {
  await assertKnownKey(owner, secrets);
  await assertLocked(owner, migrations);
  return { installation_id: (await readInstallationId(owner)) ?? '' };
}

const MAX_NAMED = 5;

/** Names of missing locks: the first few, and how many more there are. */
export const namedRights = (missing: readonly { readonly name: string }[]): string => {
  const names = missing.slice(0, MAX_NAMED).map(({ name }) => name);
  const more = missing.length - names.length;
  return `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
};

/** Without them every question of the application is refused, or answered across organizations. */
async function assertLocked(owner: pg.Client, migrations: readonly MigrationDeclaration[]): Promise<void> {
  const missing = await missingRights(owner, migrations);
  if (missing.length > 0)
    throw new ConfigError(
      `this database lacks ${namedRights(missing)}, as one does that was restored before its roles were there; ` +
        'run "npx patchbay migrate --rights"',
    );
}

/** Ids of the steps a start would apply, read without changing anything. */
export async function missingSteps(
  owner: pg.Client,
  migrations: readonly MigrationDeclaration[],
): Promise<readonly string[]> {
  const jobs = (await jobSchemaSteps(owner)) < JOB_SCHEMA_STEPS ? [JOB_SCHEMA_ID] : [];
  return [...jobs, ...(await pendingMigrations(owner, migrations)).map(({ id }) => id)];
}

const loginPassword = (secrets: SecretBox): string =>
  createHmac('sha256', secrets.deriveKey('database-login')).update('login').digest('hex');

/** graphile-worker's own schema; two processes take turns. */
async function migrateJobs(owner: pg.Client, ownerUrl: string): Promise<readonly string[]> {
  await owner.query(`select pg_advisory_lock(hashtext('patchbay.migrations'))`);
  try {
    if ((await jobSchemaSteps(owner)) >= JOB_SCHEMA_STEPS) return [];
    await runMigrations({ connectionString: ownerUrl });
    return [JOB_SCHEMA_ID];
  } finally {
    await owner.query(`select pg_advisory_unlock(hashtext('patchbay.migrations'))`);
  }
}

async function jobSchemaSteps(owner: pg.Client): Promise<number> {
  const { rows } = await owner.query(
    `select to_regclass('graphile_worker.migrations') is not null as exists`,
  );
  if (!rows[0].exists) return 0;
  const steps = await owner.query(
    'select coalesce(max(id), 0)::int as steps from graphile_worker.migrations',
  );
  return steps.rows[0].steps;
}

async function hasSettings(owner: pg.Client): Promise<boolean> {
  const { rows } = await owner.query(`select to_regclass('public.platform_settings') is not null as exists`);
  return rows[0].exists;
}

/** Every key's check value, the current one's first. */
const checkValues = (secrets: SecretBox): readonly string[] =>
  secrets
    .deriveKeys('check-value')
    .map(({ key }) => createHmac('sha256', key).update('patchbay').digest('hex'));

/** Check values of every key that secrets in this database may be sealed with. */
async function storedCheckValues(owner: pg.Client): Promise<readonly string[]> {
  const { rows } = await owner.query(`select value from platform_settings where name = 'secret_check'`);
  return rows.flatMap(({ value }) => value as string | readonly string[]);
}

/**
 * State of the given keys in a database: `unset` before its first start; `several` while secrets of more keys
 * than the current one may be left; `unknown` when a key is in use that is not given.
 */
export async function keyStateOf(
  owner: pg.Client,
  secrets: SecretBox,
): Promise<'current' | 'several' | 'unknown' | 'unset'> {
  const stored = (await hasSettings(owner)) ? await storedCheckValues(owner) : [];
  const given = checkValues(secrets);
  if (stored.length === 0) return 'unset';
  if (stored.some((value) => !given.includes(value))) return 'unknown';
  return stored.length === 1 && stored[0] === given[0] ? 'current' : 'several';
}

/** Whether every key that wrote one of these check values is given. */
export const fitsKeys = (secrets: SecretBox, stored: readonly string[]): boolean =>
  stored.every((value) => checkValues(secrets).includes(value));

/**
 * Refuses to run without a key that this database is sealed with (DECISIONS 40): the former one until
 * everything is sealed again, the new one from its first start on.
 */
async function assertKnownKey(owner: pg.Client, secrets: SecretBox): Promise<void> {
  if ((await keyStateOf(owner, secrets)) === 'unknown')
    throw new ConfigError(
      'SECRET_KEY is not the one this database was set up with; put the former one into SECRET_KEY_PREVIOUS',
    );
}

/** Of two first starts with different keys one wins, and the other is refused. */
async function recordFirstKey(owner: pg.Client, secrets: SecretBox): Promise<void> {
  await owner.query(
    `insert into platform_settings (name, value) values ('secret_check', jsonb_build_array($1::text)) on conflict do nothing`,
    [checkValues(secrets)[0]],
  );
  await assertKnownKey(owner, secrets);
}

/** From now on this key may have sealed something: every start must know it. */
async function recordKey(owner: pg.Client, secrets: SecretBox): Promise<void> {
  const [current] = checkValues(secrets);
  await owner.query(
    `update platform_settings set value = value || jsonb_build_array($1::text), updated_at = now()
     where name = 'secret_check' and not value @> jsonb_build_array($1::text)`,
    [current],
  );
}

/** To be called once nothing is sealed with a former key any more: only the current one is needed from now on. */
export async function forgetFormerKeys(owner: pg.Client, secrets: SecretBox): Promise<void> {
  await owner.query(
    `update platform_settings set value = jsonb_build_array($1::text), updated_at = now() where name = 'secret_check'`,
    [checkValues(secrets)[0]],
  );
}

async function installationId(owner: pg.Client): Promise<string> {
  await owner.query(
    `insert into platform_settings (name, value) values ('installation_id', to_jsonb($1::text)) on conflict do nothing`,
    [randomUUID()],
  );
  return String(await readInstallationId(owner));
}

async function readInstallationId(owner: pg.Client): Promise<string | undefined> {
  const { rows } = await owner.query<{ value: string }>(
    `select value #>> '{}' as value from platform_settings where name = 'installation_id'`,
  );
  return rows[0]?.value;
}
