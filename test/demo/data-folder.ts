import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@patchbay/embedded-postgres';

/** A folder that this run alone uses. */
export interface DemoFolder {
  readonly path: string;
  release(): Promise<void>;
}

const MAX_DEMOS = 20;

/**
 * `<base>-1`, or the next one that no living demonstration uses. What a killed one left behind (its
 * PostgreSQL still running, too) is stopped and cleared: every demonstration starts from nothing.
 */
export async function claimFolder(base: string): Promise<DemoFolder> {
  for (let number = 1; number <= MAX_DEMOS; number += 1) {
    const path = `${base}-${number}`;
    const lock = `${path}.pid`;
    await mkdir(join(path, '..'), { recursive: true });
    if (!(await claim(lock))) continue;
    await clear(path);
    return { path, release: () => rm(lock, { force: true }) };
  }
  throw new Error(`${MAX_DEMOS} demonstrations are running already below ${base}`);
}

async function claim(lock: string): Promise<boolean> {
  try {
    await writeFile(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch {
    const owner = Number(await readFile(lock, 'utf8').catch(() => '0'));
    if (owner !== process.pid && isAlive(owner)) return false;
    await rm(lock, { force: true });
    return claim(lock);
  }
}

function isAlive(pid: number): boolean {
  if (!(pid > 0)) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

async function clear(path: string): Promise<void> {
  const dataDir = join(path, 'postgres');
  if (await mayRun(dataDir)) {
    const server = await startEmbeddedPostgres({ dataDir });
    await server.stop();
  }
  await rm(path, { recursive: true, force: true });
  await mkdir(path, { recursive: true, mode: 0o700 });
}

/** A server that outlived its platform left its pid file; starting there adopts it, so that it can be stopped. */
const mayRun = (dataDir: string): Promise<boolean> =>
  readFile(join(dataDir, 'cluster', 'data', 'postmaster.pid'), 'utf8').then(
    () => true,
    () => false,
  );
