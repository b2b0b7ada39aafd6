import { open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Binaries } from './binaries.ts';
import { type Cluster, giveTo } from './cluster.ts';
import { findPostmaster, type Postmaster, pidFile, settledPostmaster } from './postmaster.ts';
import type { RunAs } from './run-as.ts';
import { runProgram } from './run-program.ts';

const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 30_000;
const START_ATTEMPTS = 5;
const RETRY_MS = 200;
const MAX_LOG_BYTES = 10 * 1024 * 1024;
const LOG_TAIL_BYTES = 2_000;

/** Settings that a caller's flags may change. A failing statement's text may hold secrets and is not logged. */
const usualSettings: Readonly<Record<string, string>> = {
  max_connections: '200',
  shared_buffers: '128MB',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
};

const forcedSettings: Readonly<Record<string, string>> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
};

/** Settings of one server. */
export interface ServerParts {
  readonly binaries: Binaries;
  readonly runAs: RunAs;
  readonly cluster: Cluster;
}

/**
 * Starts the server detached, at its earlier port when that is free, else at another, and waits until it
 * answers. Throws with the end of the server's log when it does not.
 */
export async function startServer(
  parts: ServerParts,
  flags: Readonly<Record<string, string>>,
): Promise<number> {
  const { cluster } = parts;
  await rotateLog(cluster.logFile);
  // Only reached when no server runs here, so a file that is left is a dead one's.
  await rm(pidFile(cluster.data), { force: true });
  let output = '';
  for (let attempt = 0; attempt < START_ATTEMPTS; attempt += 1) {
    // Processes of a server that was killed may hold its memory for a moment.
    if (attempt > 0) await delay(RETRY_MS * attempt);
    const port = await freePort(await earlierPort(cluster));
    const result = await runProgram(
      parts.runAs,
      parts.binaries.pgCtl,
      startArgs(cluster, port, flags),
      START_TIMEOUT_MS,
    );
    if (result.ok) {
      await writeFile(cluster.portFile, `${port}\n`, { mode: 0o600 });
      await giveTo(parts.runAs, cluster.portFile);
      return port;
    }
    output = result.output;
    // Recovery after a crash can take longer than pg_ctl waits; the server is then there, still starting.
    const slow = await adoptServer(cluster);
    if (slow) return slow.port;
  }
  const tail = await logTail(cluster.logFile);
  throw new Error(
    `The embedded PostgreSQL did not start: ${output}\nThe end of ${cluster.logFile}:\n${tail}`,
  );
}

/** Waits for a server found running to become ready or to go. Throws when it does neither. */
export async function adoptServer(cluster: Cluster): Promise<Postmaster | undefined> {
  const found = await settledPostmaster(cluster.data, START_TIMEOUT_MS);
  if (found === undefined || found.state === 'ready') return found;
  throw new Error(
    `The embedded PostgreSQL (process ${found.pid}) is ${found.state} for over ${START_TIMEOUT_MS} ms; see ${cluster.logFile}`,
  );
}

/** Stops the server: sessions are ended, and when that takes too long, at once (the next start recovers). */
export async function stopServer({ binaries, runAs, cluster }: ServerParts): Promise<void> {
  for (const mode of ['fast', 'immediate']) {
    if ((await findPostmaster(cluster.data)) === undefined) return;
    const seconds = String(STOP_TIMEOUT_MS / 1_000);
    const args = ['stop', '-D', cluster.data, '-m', mode, '-w', '-t', seconds];
    await runProgram(runAs, binaries.pgCtl, args, STOP_TIMEOUT_MS + 5_000);
  }
  if ((await findPostmaster(cluster.data)) === undefined) return;
  throw new Error(`The embedded PostgreSQL did not stop; see ${cluster.logFile}`);
}

function startArgs(
  cluster: Cluster,
  port: number,
  flags: Readonly<Record<string, string>>,
): readonly string[] {
  const settings = Object.entries({ ...usualSettings, ...flags, ...forcedSettings, port: String(port) });
  const options = settings.map(([name, value]) => `-c ${name}='${value}'`).join(' ');
  const seconds = String(START_TIMEOUT_MS / 1_000 - 5);
  return ['start', '-D', cluster.data, '-l', cluster.logFile, '-w', '-t', seconds, '-s', '-o', options];
}

async function earlierPort(cluster: Cluster): Promise<number> {
  const port = Number(await readFile(cluster.portFile, 'utf8').catch(() => '0'));
  return Number.isInteger(port) && port > 0 && port < 65_536 ? port : 0;
}

/** `wanted` if the port is free, else one the system chooses. */
async function freePort(wanted: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error) => (wanted === 0 ? reject(error) : resolve(freePort(0))));
    server.listen({ host: '127.0.0.1', port: wanted, exclusive: true }, () => {
      const address = server.address();
      const port = address !== null && typeof address === 'object' ? address.port : wanted;
      server.close(() => resolve(port));
    });
  });
}

async function rotateLog(file: string): Promise<void> {
  const size = await stat(file).then(
    (found) => found.size,
    () => 0,
  );
  if (size > MAX_LOG_BYTES) await rename(file, `${file}.1`);
}

async function logTail(file: string): Promise<string> {
  const handle = await open(file, 'r').catch(() => undefined);
  if (handle === undefined) return '(there is none)';
  try {
    const { size } = await handle.stat();
    const length = Math.min(size, LOG_TAIL_BYTES);
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, size - length);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await handle.close();
  }
}
