import { mkdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { findBinaries } from './binaries.ts';
import { chooseRunAs } from './choose-run-as.ts';
import { type Cluster, clusterAt, clusterExists, clusterUrl, createCluster, giveTo } from './cluster.ts';
import { type FolderLock, lockExclusively, tryLockExclusively, tryLockShared } from './folder-lock.ts';
import { adoptServer, type ServerParts, startServer, stopServer } from './server.ts';

/** Longer than a first start may take, so that the second of two waits for the first. */
const LOCK_WAIT_MS = 300_000;
const SETTING_NAME = /^[a-z_]+(\.[a-z_]+)?$/;
const SETTING_VALUE = /^[A-Za-z0-9_.]+$/;

type Settings = Readonly<Record<string, string>>;

/** Options of an embedded PostgreSQL. */
export interface EmbeddedPostgresOptions {
  /** Folder of the cluster; made (0700) when missing. */
  readonly dataDir: string;
  /** Further server settings by name; without effect on a server that is adopted. */
  readonly flags?: Settings;
  /** Refuses a folder without a finished cluster instead of making one; for those who only look. */
  readonly existing?: boolean;
  /** Longest wait for another process of this machine that holds the folder. Default 300,000. */
  readonly lockWaitMs?: number;
  /** Called with one line per event. */
  readonly log?: (line: string) => void;
}

/** A running embedded PostgreSQL. */
export interface EmbeddedPostgres {
  /** Connection URL of the cluster's superuser, on 127.0.0.1. Holds the password. */
  readonly url: string;
  readonly port: number;
  /** Whether the server was found running. */
  readonly adopted: boolean;
  /** Stops the server, unless another live platform uses it. May be called more than once. */
  stop(): Promise<void>;
}

/**
 * Starts PostgreSQL in a folder, or adopts the one that runs there, as any user including root.
 * Every wait is bounded; failures are plain errors that name the server's log file.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { flags = {}, lockWaitMs = LOCK_WAIT_MS, log = () => undefined } = options;
  checkSettings(flags);
  const dataDir = resolve(options.dataDir);
  if (options.existing) await assertFinished(dataDir);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const starting = await lockExclusively(join(dataDir, 'start.lock'), lockWaitMs);
  let use: FolderLock | undefined;
  try {
    use = tryLockShared(join(dataDir, 'users.lock'));
    if (use === undefined) throw new Error(`${dataDir} is locked by another program.`);
    const parts = await prepare(dataDir, flags, log);
    const found = await adoptServer(parts.cluster);
    const port = found?.port ?? (await startServer(parts, flags));
    log(`embedded PostgreSQL ${found ? 'adopted' : 'started'} at 127.0.0.1:${port} in ${dataDir}`);
    const url = await clusterUrl(parts.cluster, port);
    const adopted = found !== undefined;
    return { url, port, adopted, stop: stopOnce(parts, dataDir, use, log) };
  } catch (error) {
    use?.release();
    throw error;
  } finally {
    starting.release();
  }
}

/** An interrupted start leaves no such folder, so its content is not ours. */
async function assertFinished(dataDir: string): Promise<void> {
  const cluster = clusterAt(join(dataDir, 'cluster'));
  if (!(await clusterExists(cluster)))
    throw new Error(`${cluster.folder} holds no finished database; move it away or set DATA_DIR`);
}

async function prepare(dataDir: string, flags: Settings, log: (line: string) => void): Promise<ServerParts> {
  const binaries = await findBinaries();
  const cluster: Cluster = clusterAt(join(dataDir, 'cluster'));
  const exists = await clusterExists(cluster);
  const owner = (await stat(exists ? cluster.data : dataDir)).uid;
  const runAs = await chooseRunAs(binaries, dataDir, owner);
  await giveTo(runAs, dataDir);
  if (!exists) {
    log(`creating an embedded PostgreSQL in ${dataDir}`);
    await createCluster(binaries, runAs, dataDir, cluster, flags);
  }
  return { binaries, runAs, cluster };
}

function stopOnce(parts: ServerParts, dataDir: string, use: FolderLock, log: (line: string) => void) {
  let stopped: Promise<void> | undefined;
  const stop = async (): Promise<void> => {
    const starting = await lockExclusively(join(dataDir, 'start.lock'), LOCK_WAIT_MS);
    try {
      use.release();
      const last = tryLockExclusively(join(dataDir, 'users.lock'));
      if (last === undefined) return log('embedded PostgreSQL left running for another platform');
      last.release();
      await stopServer(parts);
      log('embedded PostgreSQL stopped');
    } finally {
      starting.release();
    }
  };
  return (): Promise<void> => {
    stopped ??= stop();
    return stopped;
  };
}

function checkSettings(flags: Settings): void {
  for (const [name, value] of Object.entries(flags)) {
    if (SETTING_NAME.test(name) && SETTING_VALUE.test(value)) continue;
    throw new Error(`Not a server setting: ${name}`);
  }
}
