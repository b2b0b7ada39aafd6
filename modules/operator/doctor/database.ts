import { appliedMigrations, editedSteps, loginNames } from '@patchbay/kernel/database';
import { keyStateOf, missingSteps } from '@patchbay/kernel/modules';
import type { SecretBox } from '@patchbay/kernel/secrets';
import type pg from 'pg';
import type { Installation } from '../installation.ts';
import { type Finding, fail, ok, warn } from './finding.ts';
import { checkNeeds } from './needs.ts';

const MAX_SKEW_MS = 2_000;
const MAX_WAIT_SECONDS = 300;
const MAX_UNSEALED_SECONDS = 60;

/** Checks the database as its owner, changing nothing. */
export async function checkDatabase(
  owner: pg.Client,
  installation: Installation,
  secrets: SecretBox | null,
): Promise<readonly Finding[]> {
  const version = await owner.query(
    `select current_setting('server_version') as version, current_database() as name`,
  );
  const { version: server, name } = version.rows[0];
  const missing = await missingSteps(owner, await installation.migrations());
  return [
    ok('database', `PostgreSQL ${String(server).split(' ')[0]}, database ${name}`),
    missing.length === 0
      ? ok('migrations', 'up to date')
      : fail('migrations', `${missing.length} missing, the first is ${missing[0]}`, 'npx patchbay migrate'),
    ...(await checkEdited(owner, installation)),
    ...(await checkVersion(owner, installation)),
    ...(await checkNeeds(owner, missing.length === 0 ? await installation.migrations() : null)),
    ...(secrets === null
      ? []
      : [await checkKey(owner, secrets), await checkLogins(owner, String(name), secrets)]),
    await checkClock(owner),
    ...(missing.length === 0 ? [await checkJobs(owner), await checkAudit(owner)] : []),
  ];
}

async function checkEdited(owner: pg.Client, installation: Installation): Promise<readonly Finding[]> {
  const edited = await editedSteps(owner, await installation.migrations());
  return edited.map((id) =>
    fail('migrations', `${id} was edited after this database had it`, 'Put it back as it was released.'),
  );
}

/** Steps that no module here has: the code is older than the database, or a module was taken away. */
async function checkVersion(owner: pg.Client, installation: Installation): Promise<readonly Finding[]> {
  const known = new Set((await installation.allMigrations()).map(({ id }) => id));
  const unknown = [...(await appliedMigrations(owner))].filter((id) => !known.has(id));
  if (unknown.length === 0) return [];
  const steps = unknown.length === 1 ? '1 step' : `${unknown.length} steps`;
  return [
    warn(
      'version',
      `${steps} of this database is unknown here, the first is ${unknown[0]}`,
      'Run the newer version that made them, or install the module they belong to.',
    ),
  ];
}

async function checkKey(owner: pg.Client, secrets: SecretBox): Promise<Finding> {
  const state = await keyStateOf(owner, secrets);
  if (state === 'unknown')
    return fail(
      'check value',
      'this database was set up with another SECRET_KEY',
      'Use that key, or name it in SECRET_KEY_PREVIOUS.',
    );
  if (state === 'several')
    return warn(
      'check value',
      'secrets of a former SECRET_KEY may be left',
      'npx patchbay rotate-secrets, after every process was restarted.',
    );
  return ok('check value', state === 'unset' ? 'written by the first start' : 'SECRET_KEY is the right one');
}

/** Row-level security holds for logins that own nothing and may not step over it. */
async function checkLogins(owner: pg.Client, database: string, secrets: SecretBox): Promise<Finding> {
  const { rows } = await owner.query(
    `select r.rolname, r.rolsuper or r.rolbypassrls as powerful,
       exists (select from pg_class c where c.relowner = r.oid) as owning
     from pg_roles r where r.rolname = any ($1)`,
    [Object.values(loginNames(database, secrets.keyId))],
  );
  if (rows.length < 2)
    return warn('roles', 'the logins of this key are not there yet', 'The next start makes them.');
  const bad = rows.find(({ powerful, owning }) => powerful || owning);
  return bad === undefined
    ? ok('roles', 'the logins own nothing and cannot step over row-level security')
    : fail(
        'roles',
        `${bad.rolname} ${bad.powerful ? 'may step over row-level security' : 'owns tables'}`,
        bad.powerful
          ? `alter role ${bad.rolname} nosuperuser nobypassrls`
          : `reassign owned by ${bad.rolname} to the owner of the database`,
      );
}

async function checkClock(owner: pg.Client): Promise<Finding> {
  const sentMs = Date.now();
  const { rows } = await owner.query('select extract(epoch from clock_timestamp()) * 1000 as now_ms');
  const skewMs = Math.round(Number(rows[0].now_ms) - (sentMs + Date.now()) / 2);
  return Math.abs(skewMs) <= MAX_SKEW_MS
    ? ok('clock', `${Math.abs(skewMs)} ms from the database's`)
    : warn(
        'clock',
        `${skewMs} ms from the database's`,
        'Set both clocks by NTP: codes and tokens depend on it.',
      );
}

async function checkJobs(owner: pg.Client): Promise<Finding> {
  const { rows } = await owner.query(
    `select count(*) filter (where attempts < max_attempts and locked_at is null and run_at <= now())::int as waiting,
       count(*) filter (where attempts >= max_attempts)::int as given_up,
       coalesce(extract(epoch from now() - min(run_at)
         filter (where attempts < max_attempts and locked_at is null and run_at <= now())), 0)::int as seconds
     from graphile_worker._private_jobs`,
  );
  const { waiting, given_up, seconds } = rows[0];
  const text = waiting === 0 ? 'none waits' : `${waiting} waiting, the oldest for ${seconds} s`;
  if (seconds > MAX_WAIT_SECONDS) return warn('jobs', text, 'Is a platform running that takes jobs?');
  if (given_up > 0)
    return warn(
      'jobs',
      `${text}; ${given_up} given up after their last attempt`,
      "The platform's log says why.",
    );
  return ok('jobs', text);
}

async function checkAudit(owner: pg.Client): Promise<Finding> {
  const { rows } = await owner.query(
    `select (select count(*)::int from audit_heads) as chains, (select max(sealed_at) from audit_heads) as sealed_at,
       (select coalesce(sum(cardinality(later_ids) + 1), 0)::int from audit_pending) as pending,
       (select coalesce(extract(epoch from now() - min(l.occurred_at)), 0)::int from audit_pending p
          join audit_log l on l.organization_id = p.organization_id and l.id = p.record_id) as seconds`,
  );
  const { chains, sealed_at, pending, seconds } = rows[0];
  const last = sealed_at === null ? 'nothing sealed yet' : `last seal ${new Date(sealed_at).toISOString()}`;
  const text = `${chains} chains, ${last}, ${pending} records waiting`;
  return seconds > MAX_UNSEALED_SECONDS
    ? warn(
        'audit',
        `${text}, the oldest for ${seconds} s`,
        'A running platform seals within seconds; see its log.',
      )
    : ok('audit', text);
}
