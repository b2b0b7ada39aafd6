import { CACHE, type Cache } from '@patchbay/kernel/cache';
import { DATABASE, exempt } from '@patchbay/kernel/database';
import { MAILER, type Mailer, mailNotConfigured } from '@patchbay/kernel/mail';
import type { OpenPlatform } from '@patchbay/kernel/modules';
import { SECRETS } from '@patchbay/kernel/secrets';
import { HEALTH } from '@patchbay/kernel/telemetry';
import { explain } from '../explain.ts';
import type { Installation } from '../installation.ts';
import { KEYED_RECORDS, type KeyedRecord } from '../keyed-records.ts';
import { countStale } from '../rotation/reseal.ts';
import { existingColumns, sealedColumnsOf } from '../rotation/sealed-tables.ts';
import { type Finding, fail, ok, warn } from './finding.ts';

const staleExemption = exempt(
  'doctor.secrets',
  'whether secrets of any organization wait for the current key',
);

/** Checks that need an open platform; opening it is the first one. */
export async function checkServices(installation: Installation): Promise<readonly Finding[]> {
  let platform: OpenPlatform;
  try {
    platform = await installation.look();
  } catch (error) {
    return [fail('modules', explain(error).message, 'The platform does not start like this.')];
  }
  try {
    return [
      checkModules(platform),
      await checkCache(platform.get(CACHE)),
      await checkMail(platform.get(MAILER), platform),
      await checkSecrets(platform, installation),
      await checkChains(platform.get(KEYED_RECORDS.all).values),
    ];
  } finally {
    await platform.stop();
  }
}

function checkModules(platform: OpenPlatform): Finding {
  const broken = platform
    .get(HEALTH)
    .degraded()
    .filter(({ name }) => name.startsWith('module '));
  const [first] = broken;
  return first === undefined
    ? ok('modules', `${platform.modules.length} modules open`)
    : fail('modules', `${first.name} does not start: ${first.reason}`, 'The others serve without it.');
}

async function checkCache(cache: Cache): Promise<Finding> {
  if (!cache.shared) return ok('cache', 'memory: one process');
  try {
    return ok('cache', `Redis answers in ${Math.round(await cache.ping())} ms`);
  } catch {
    return fail('cache', 'Redis does not answer', 'Check REDIS_URL, and that Redis runs.');
  }
}

async function checkMail(mailer: Mailer, { config }: OpenPlatform): Promise<Finding> {
  try {
    await mailer.verify();
    return ok(
      'mail',
      config.SMTP_URL === undefined ? 'written to a folder in DATA_DIR' : 'the server takes our sign-in',
    );
  } catch (error) {
    if (mailNotConfigured.matches(error))
      return warn('mail', 'none is sent', 'Set SMTP_URL and MAIL_FROM, or passwords cannot be reset.');
    return fail('mail', explain(error).message, 'Check SMTP_URL and MAIL_FROM.');
  }
}

async function checkSecrets(platform: OpenPlatform, installation: Installation): Promise<Finding> {
  const database = platform.get(DATABASE);
  const { keyId } = platform.get(SECRETS);
  const columns = await existingColumns(database, sealedColumnsOf(await installation.allModules()));
  let stale = 0;
  for (const column of columns)
    stale += await database.asSystem(staleExemption, (db) => countStale(db, column, keyId));
  return stale === 0
    ? ok('secrets', 'all sealed with the current key')
    : warn('secrets', `${stale} sealed with a former key`, 'npx patchbay rotate-secrets');
}

async function checkChains(records: readonly KeyedRecord[]): Promise<Finding> {
  let foreign = 0;
  for (const record of records) foreign += await record.countForeign();
  return foreign === 0
    ? ok('audit keys', 'the given keys vouch for the end of every chain')
    : fail(
        'audit keys',
        `${foreign} chains end with a signature of no given key`,
        'Name the former key in SECRET_KEY_PREVIOUS; if it is there, the record was altered.',
      );
}
