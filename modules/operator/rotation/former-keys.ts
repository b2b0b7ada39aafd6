import type { KernelConfig } from '@patchbay/kernel/config';
import { loginNames, shutLogins } from '@patchbay/kernel/database';
import { forgetFormerKeys, keyStateOf, startServer, withOwner } from '@patchbay/kernel/modules';
import type { SecretBox } from '@patchbay/kernel/secrets';
import type pg from 'pg';

/**
 * Connections of processes that run with a former SECRET_KEY: each key has logins of its own, and such a
 * process cannot read what is sealed with the new one.
 */
export async function connectionsOfFormerKeys(owner: pg.Client, secrets: SecretBox): Promise<number> {
  const { rows } = await owner.query<{ name: string }>('select current_database() as name');
  const found = await owner.query<{ connections: number }>(
    `select count(*)::int as connections from pg_stat_activity
     where datname = current_database() and usename = any ($1::text[])`,
    [formerLogins(String(rows[0]?.name), secrets)],
  );
  return found.rows[0]?.connections ?? 0;
}

/** Which keys retire where. */
export interface Retirement {
  readonly config: KernelConfig;
  readonly secrets: SecretBox;
  /** Runs first, unless no former key was in use any more. */
  readonly before: () => Promise<void>;
}

/**
 * Once everything is sealed with the current key: the database asks for no former one any more, and the way
 * into it that followed from a former key is shut.
 */
export async function retireFormerKeys({ config, secrets, before }: Retirement): Promise<void> {
  const server = await startServer(config);
  try {
    const database = new URL(server.url).pathname.slice(1);
    await withOwner(server.url, async (owner) => {
      if ((await keyStateOf(owner, secrets)) === 'several') await before();
      await forgetFormerKeys(owner, secrets);
      await shutLogins(owner, formerLogins(database, secrets));
    });
  } finally {
    await server.stop();
  }
}

function formerLogins(database: string, secrets: SecretBox): readonly string[] {
  const [, ...former] = secrets.deriveKeys('database-login').map(({ id }) => id);
  return former.flatMap((id) => Object.values(loginNames(database, id)));
}
