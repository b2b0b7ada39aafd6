import { randomBytes } from 'node:crypto';
import { lchown, lstat, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Binaries } from './binaries.ts';
import type { RunAs } from './run-as.ts';
import { runProgram } from './run-program.ts';

const INITDB_TIMEOUT_MS = 120_000;
const SUPERUSER = 'postgres';

/** The places of one cluster. `folder` appears whole or not at all. */
export interface Cluster {
  readonly folder: string;
  readonly data: string;
  readonly passwordFile: string;
  readonly portFile: string;
  readonly logFile: string;
}

/** The places of the cluster in a data folder, whether or not it is there yet. */
export function clusterAt(folder: string): Cluster {
  return {
    folder,
    data: join(folder, 'data'),
    passwordFile: join(folder, 'password'),
    portFile: join(folder, 'port'),
    logFile: join(folder, 'server.log'),
  };
}

/** Whether the cluster was made to the end. */
export async function clusterExists(cluster: Cluster): Promise<boolean> {
  return stat(join(cluster.data, 'PG_VERSION')).then(
    () => true,
    () => false,
  );
}

/** The superuser's connection URL of a cluster at a port. */
export async function clusterUrl(cluster: Cluster, port: number): Promise<string> {
  const password = (await readFile(cluster.passwordFile, 'utf8')).trim();
  return `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/postgres`;
}

/**
 * Makes the cluster in a folder beside its place and renames it there, so that a start killed half way
 * leaves only a folder that the next start removes.
 */
export async function createCluster(
  binaries: Binaries,
  runAs: RunAs,
  dataDir: string,
  cluster: Cluster,
  flags: Readonly<Record<string, string>>,
): Promise<void> {
  await removeUnfinished(dataDir);
  const unfinished = clusterAt(join(dataDir, `cluster.new-${randomBytes(6).toString('hex')}`));
  await mkdir(unfinished.data, { recursive: true, mode: 0o700 });
  await writeFile(unfinished.passwordFile, `${randomBytes(24).toString('hex')}\n`, { mode: 0o600 });
  await writeFile(unfinished.logFile, '', { mode: 0o600 });
  await giveTo(runAs, unfinished.folder);
  const args = [
    ...['-D', unfinished.data, '-U', SUPERUSER, '--encoding=UTF8', '--locale=C.UTF-8'],
    ...['--auth=scram-sha-256', `--pwfile=${unfinished.passwordFile}`],
    ...(flags['fsync'] === 'off' ? ['--no-sync'] : []),
  ];
  const result = await runProgram(runAs, binaries.initdb, args, INITDB_TIMEOUT_MS);
  if (!result.ok) {
    await rm(unfinished.folder, { recursive: true, force: true });
    const how = result.timedOut ? `did not end within ${INITDB_TIMEOUT_MS} ms` : 'failed';
    throw new Error(`initdb ${how} in ${dataDir} as ${runAs.name}: ${result.output}`);
  }
  await rename(unfinished.folder, cluster.folder);
}

/** Makes the identity that runs the server the owner of a path and of everything below it. */
export async function giveTo(runAs: RunAs, path: string): Promise<void> {
  const { owner } = runAs;
  if (owner === undefined) return;
  await giveTree(owner, path);
}

/**
 * Changes the owner of links and does not follow them: their targets may be of other owners, and a link to a
 * folder above would have no end (`readdir` with `recursive` follows them).
 */
async function giveTree(owner: number, path: string): Promise<void> {
  if ((await lstat(path)).isDirectory())
    for (const entry of await readdir(path, { withFileTypes: true })) {
      const below = join(path, entry.name);
      await (entry.isDirectory() ? giveTree(owner, below) : lchown(below, owner, owner)).catch(unlessGone);
    }
  // The path itself comes last, so that a walk cut short is seen as not done.
  await lchown(path, owner, owner).catch(unlessGone);
}

function unlessGone(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}

async function removeUnfinished(dataDir: string): Promise<void> {
  for (const entry of await readdir(dataDir)) {
    if (!entry.startsWith('cluster.new-')) continue;
    // An initdb that outlived its platform may still write there; a later start removes the rest.
    await rm(join(dataDir, entry), { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);
  }
}
