import { readAsOwner, startServerReadOnly } from '@patchbay/kernel/modules';
import { readSecretKey, SecretBox } from '@patchbay/kernel/secrets';
import { command } from '../command.ts';
import { EXIT } from '../command-error.ts';
import { checkConfiguration } from '../doctor/configuration.ts';
import { checkDatabase } from '../doctor/database.ts';
import { type Finding, fail, warn } from '../doctor/finding.ts';
import { checkDataFolder, checkNode } from '../doctor/machine.ts';
import { render } from '../doctor/render.ts';
import { checkServices } from '../doctor/services.ts';
import { withTimeLimit } from '../doctor/with-time-limit.ts';
import { explain } from '../explain.ts';
import { INSTALLED, type Installation } from '../installation.ts';
import { hasDatabase } from './migrate.ts';

const FOLDER_MS = 10_000;
const DATABASE_MS = 90_000;
const MODULES_MS = 60_000;
const NO_KEY_HINT =
  'Put back DATA_DIR/secret-key, or set SECRET_KEY: a new key opens nothing that is stored.';

/** Looks at everything a platform stands on and changes nothing (R24). */
export const doctor = command({
  name: 'doctor',
  summary: 'check configuration, database, cache, mail, clock and waiting work',
  description: 'Exit codes: 0 fine or warnings only, 1 a check failed, 2 checks could not run.',
  needs: 'nothing',
  options: [{ name: 'json', summary: 'one JSON document instead of lines' }],
  deps: { installation: INSTALLED },
  run: async ({ options, deps, print, terminal }) => {
    const findings = await examine(deps.installation);
    const isFine = findings.every(({ status }) => status !== 'fail');
    if (options.json) print(JSON.stringify({ ok: isFine, findings }, null, 2));
    else for (const line of render(findings, terminal.paint)) print(line);
    return isFine ? EXIT.ok : EXIT.no;
  },
});

async function examine(installation: Installation): Promise<readonly Finding[]> {
  const first = [checkNode(), ...(await checkConfiguration(installation))];
  if (hasFailed(first)) return first;
  const config = await installation.config();
  first.push(...(await withTimeLimit('DATA_DIR', FOLDER_MS, async () => [await checkDataFolder(config)])));
  if (!hasDatabase(config))
    return [...first, warn('database', 'there is none yet', 'npx patchbay migrate or npm start makes it.')];
  const keys = await readSecretKey(config);
  if (keys === null) return [...first, fail('SECRET_KEY', 'there is none', NO_KEY_HINT)];
  const secrets = new SecretBox(keys);
  const database = await withTimeLimit('database', DATABASE_MS, () => examineDatabase(installation, secrets));
  if (hasFailed([...first, ...database])) return [...first, ...database];
  return [
    ...first,
    ...database,
    ...(await withTimeLimit('modules', MODULES_MS, () => checkServices(installation))),
  ];
}

async function examineDatabase(installation: Installation, secrets: SecretBox): Promise<readonly Finding[]> {
  try {
    const server = await startServerReadOnly(await installation.config());
    try {
      return await readAsOwner(server.url, (owner) => checkDatabase(owner, installation, secrets));
    } finally {
      await server.stop();
    }
  } catch (error) {
    return [fail('database', explain(error).message, 'Check DATABASE_URL, and that PostgreSQL runs.')];
  }
}

const hasFailed = (findings: readonly Finding[]): boolean => findings.some(({ status }) => status === 'fail');
