import { mkdtemp, readdir, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@patchbay/embedded-postgres';
import pg from 'pg';

const MEMORY_FOLDER = '/dev/shm';
const ROOM_BYTES = 1024 ** 3;
const PREFIX = 'patchbay-test-';

/** Nothing here outlives the run, so nothing is forced to disk; and nothing here is secret, so signing in may be cheap. */
const flags = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', scram_iterations: '1' };

/** A server for one run of the tests. */
export interface TestPostgres {
  /** Connection URL of a superuser. */
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Starts a PostgreSQL with nothing to lose, in memory when there is room. Where the embedded one cannot
 * run, the server that PATCHBAY_TEST_DATABASE_URL names is used.
 */
export async function startTestPostgres(): Promise<TestPostgres> {
  const base = await roomiestFolder();
  await removeLeftovers(base);
  const dataDir = await mkdtemp(join(base, `${PREFIX}${process.pid}-`));
  try {
    const server = await startEmbeddedPostgres({ dataDir, flags });
    await hashPasswordAgain(server.url);
    const stop = async () => {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    };
    return { url: server.url, stop };
  } catch (error) {
    await rm(dataDir, { recursive: true, force: true });
    const url = process.env['PATCHBAY_TEST_DATABASE_URL'];
    if (url === undefined) throw error;
    console.log(
      `using PATCHBAY_TEST_DATABASE_URL: ${error instanceof Error ? error.message : String(error)}`,
    );
    return { url, stop: async () => undefined };
  }
}

/** That of the superuser was hashed before the flags held. */
async function hashPasswordAgain(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { username, password } = new URL(url);
  await client
    .query(`alter role ${client.escapeIdentifier(username)} password ${client.escapeLiteral(password)}`)
    .finally(() => client.end());
}

async function roomiestFolder(): Promise<string> {
  const room = await statfs(MEMORY_FOLDER).catch(() => undefined);
  return room !== undefined && room.bavail * room.bsize >= ROOM_BYTES ? MEMORY_FOLDER : tmpdir();
}

/** A run that was killed leaves its server behind; it is adopted, stopped and removed. */
async function removeLeftovers(base: string): Promise<void> {
  for (const name of await readdir(base)) {
    const pid = Number(name.startsWith(PREFIX) ? name.slice(PREFIX.length).split('-')[0] : '0');
    if (!(pid > 0) || isAlive(pid)) continue;
    const dataDir = join(base, name);
    // Another user's leftovers cannot be removed, and need not be.
    await stopAndRemove(dataDir).catch(() => undefined);
  }
}

async function stopAndRemove(dataDir: string): Promise<void> {
  await (await startEmbeddedPostgres({ dataDir, flags })).stop();
  await rm(dataDir, { recursive: true, force: true });
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
