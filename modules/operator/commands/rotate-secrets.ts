import type { KernelConfig } from '@patchbay/kernel/config';
import { DATABASE } from '@patchbay/kernel/database';
import { readAsOwner, startServerReadOnly } from '@patchbay/kernel/modules';
import { replaceSecretKey, SECRETS, type SecretBox } from '@patchbay/kernel/secrets';
import { command } from '../command.ts';
import { CommandError, EXIT } from '../command-error.ts';
import { INSTALLED, type Installation } from '../installation.ts';
import { KEYED_RECORDS, type KeyedRecord } from '../keyed-records.ts';
import { connectionsOfFormerKeys, retireFormerKeys } from '../rotation/former-keys.ts';
import { type Rotation, resealAll, type Tally } from '../rotation/rotation.ts';
import { existingColumns, sealedColumnsOf } from '../rotation/sealed-tables.ts';
import { hasDatabase } from './migrate.ts';

/** Seals everything again after a change of SECRET_KEY. */
export const rotateSecrets = command({
  name: 'rotate-secrets',
  summary: 'seal every stored secret again with the current SECRET_KEY',
  description: `How to change the key:
  1. Put the new key into SECRET_KEY and the former one into SECRET_KEY_PREVIOUS (a comma list), and
     restart every process. With several processes, first name the new key in SECRET_KEY_PREVIOUS of all of
     them, so that those not restarted yet can read what the others seal.
     Where the platform keeps the key in DATA_DIR (development), --new-key does this; restart it then.
  2. Run patchbay rotate-secrets. It works beside a running platform, may be stopped and run again at any
     time, and a second run changes nothing.
     Until it is done no process starts without both keys.
  3. Leave the former key in SECRET_KEY_PREVIOUS: it still vouches for the audit record it signed. Tokens of
     people who are signed in hold as long as it is there.`,
  needs: 'nothing',
  options: [
    { name: 'new-key', summary: 'first make a new key in DATA_DIR/secret-key (development)' },
    { name: 'force', summary: 'although processes still run with a former key' },
  ],
  deps: { installation: INSTALLED },
  run: async ({ options, deps: { installation }, terminal, signal }) => {
    // Before it is opened: from then on every start needs the new key, and a refused rotation must ask for nothing.
    if (!options.force) await assertNobodyIsLeft(installation);
    if (options['new-key']) {
      await replaceSecretKey(await installation.config());
      terminal.note('DATA_DIR/secret-key holds a new key; the former one stands in secret-key.previous.');
      if (!options.force) await assertNobodyIsLeft(installation);
    }
    const platform = await installation.open();
    try {
      const [database, secrets] = [platform.get(DATABASE), platform.get(SECRETS)];
      const records = platform.get(KEYED_RECORDS.all).values;
      return await rotate(installation, records, { database, secrets, terminal, signal });
    } finally {
      await platform.stop();
    }
  },
});

async function assertNobodyIsLeft(installation: Installation): Promise<void> {
  const config = await installation.config();
  if (!hasDatabase(config)) return;
  const connections = await countConnections(config, await installation.secrets());
  if (connections > 0)
    throw new CommandError(
      `A process still runs with a former SECRET_KEY (${connections} database connections).`,
      {
        hint: 'Restart it with the new key first, then run patchbay rotate-secrets. --force does it nevertheless.',
      },
    );
}

async function countConnections(config: KernelConfig, secrets: SecretBox): Promise<number> {
  const server = await startServerReadOnly(config);
  try {
    return await readAsOwner(server.url, (owner) => connectionsOfFormerKeys(owner, secrets));
  } finally {
    await server.stop();
  }
}

async function rotate(
  installation: Installation,
  records: readonly KeyedRecord[],
  rotation: Rotation,
): Promise<number> {
  const { database, secrets } = rotation;
  const columns = await existingColumns(database, sealedColumnsOf(await installation.allModules()));
  const exitCode = conclude(rotation, await resealAll(rotation, columns));
  if (exitCode === EXIT.ok)
    await retireFormerKeys({
      config: await installation.config(),
      secrets,
      before: async () => {
        for (const record of records) await record.signAgain();
      },
    });
  return exitCode;
}

function conclude({ terminal, secrets, signal }: Rotation, { resealed, unreadable, left }: Tally): number {
  terminal.print(`${resealed} secrets sealed again; the key is ${secrets.keyId}.`);
  if (signal.aborted) {
    terminal.fail('Stopped before the end.', 'Run it again for the rest.');
    return EXIT.interrupted;
  }
  if (left > 0) terminal.fail(`${left} secrets were in use all the time.`, 'Run it again for these.');
  if (unreadable > 0)
    terminal.fail(
      `${unreadable} secrets are sealed with a key that is not given, or were changed.`,
      'Name the key they were sealed with in SECRET_KEY_PREVIOUS and run this again.',
    );
  return left + unreadable > 0 ? EXIT.no : EXIT.ok;
}
