import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { KernelConfig } from '@patchbay/kernel/config';
import {
  migrateDatabase,
  missingSteps,
  readAsOwner,
  startServer,
  startServerReadOnly,
  withOwner,
} from '@patchbay/kernel/modules';
import { loadSecretKey, SecretBox } from '@patchbay/kernel/secrets';
import { command } from '../command.ts';
import { EXIT } from '../command-error.ts';
import { INSTALLED, type Installation } from '../installation.ts';
import { putBackRights } from '../put-back-rights.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** Brings the schema forward as a start does, so that a deployment can do it beforehand. */
export const migrateCommand = command({
  name: 'migrate',
  summary: 'bring the database forward to this version',
  description: `Steps are applied one by one, each in a transaction of its own; processes that run at the same time
take turns. With --check nothing is changed, and the exit code is 1 when something is missing.
With --rights the roles, policies and rights are put back that a restore left out; then it brings forward.`,
  needs: 'nothing',
  options: [
    { name: 'check', summary: 'only list missing steps' },
    { name: 'rights', summary: 'first put back roles, policies and rights that are missing' },
  ],
  deps: { installation: INSTALLED },
  run: async ({ options, deps: { installation }, terminal }) => {
    if (options.check) return check(installation, terminal);
    if (options.rights) await putBackRights(installation, terminal);
    return apply(installation, terminal);
  },
});

/** Whether there is a database to look into: an embedded one is not made by looking. */
export const hasDatabase = ({ DATABASE_URL, DATA_DIR }: KernelConfig): boolean =>
  DATABASE_URL !== undefined || existsSync(join(DATA_DIR, 'postgres', 'cluster'));

async function check(installation: Installation, { print }: Terminal): Promise<number> {
  const config = await installation.config();
  const migrations = await installation.migrations();
  if (!hasDatabase(config)) {
    print('There is no database yet; every step is missing.');
    return EXIT.no;
  }
  const server = await startServerReadOnly(config);
  try {
    const missing = await readAsOwner(server.url, (owner) => missingSteps(owner, migrations));
    for (const id of missing) print(`missing  ${id}`);
    print(missing.length === 0 ? 'The database is up to date.' : `${stepsOf(missing.length)} missing.`);
    return missing.length === 0 ? EXIT.ok : EXIT.no;
  } finally {
    await server.stop();
  }
}

async function apply(installation: Installation, { print, paint }: Terminal): Promise<number> {
  const config = await installation.config();
  const migrations = await installation.migrations();
  await mkdir(config.DATA_DIR, { recursive: true, mode: 0o700 });
  const secrets = new SecretBox(await loadSecretKey(config));
  const server = await startServer(config);
  try {
    await withOwner(server.url, async (owner) => {
      const before = await missingSteps(owner, migrations);
      const tell = (left: readonly string[]): void => {
        for (const id of before) if (!left.includes(id)) print(`${paint('green', 'applied')}  ${id}`);
      };
      try {
        await migrateDatabase(owner, server.url, secrets, migrations);
      } catch (error) {
        tell(await missingSteps(owner, migrations));
        throw error;
      }
      tell([]);
      print(before.length === 0 ? 'The database is up to date.' : `${stepsOf(before.length)} applied.`);
    });
    return EXIT.ok;
  } finally {
    await server.stop();
  }
}

const stepsOf = (count: number): string => (count === 1 ? '1 step' : `${count} steps`);
