import { execFile } from 'node:child_process';
import { readFile, readlink, realpath } from 'node:fs/promises';
import { platform } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';

const POLL_MS = 20;

/** A server that runs on a cluster, as its `postmaster.pid` says. */
export interface Postmaster {
  readonly pid: number;
  readonly port: number;
  readonly state: 'starting' | 'ready' | 'stopping';
}

/** The server running on the cluster folder, or undefined. A file left by a dead server counts as none. */
export async function findPostmaster(data: string): Promise<Postmaster | undefined> {
  const text = await readFile(pidFile(data), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const lines = text.split('\n').map((line) => line.trim());
  const pid = Number(lines[0]);
  if (!Number.isSafeInteger(pid) || pid <= 0 || !(await runsOn(pid, data))) return undefined;
  const word = lines[7];
  const state = word === 'ready' || word === 'stopping' ? word : 'starting';
  return { pid, port: Number(lines[3] ?? 0), state };
}

/**
 * Waits until the server is ready or gone, at most `timeoutMs`.
 * Undefined means that none runs; the last seen state is returned when the time is over.
 */
export async function settledPostmaster(data: string, timeoutMs: number): Promise<Postmaster | undefined> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const found = await findPostmaster(data);
    if (found === undefined || found.state === 'ready' || Date.now() >= deadline) return found;
    await delay(POLL_MS);
  }
}

/** The path of the file a running server keeps in its cluster. */
export const pidFile = (data: string): string => join(data, 'postmaster.pid');

/** Whether a process is alive and a PostgreSQL on this folder: process ids are used again. */
async function runsOn(pid: number, data: string): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  const folder = await realpath(data);
  if (platform() !== 'linux') return (await commandLine(pid)).includes(folder);
  // A server works in its cluster folder from its first moments, before it writes the file.
  return (await readlink(`/proc/${pid}/cwd`).catch(() => '')) === folder;
}

async function commandLine(pid: number): Promise<string> {
  const listed = promisify(execFile)('ps', ['-p', String(pid), '-o', 'command='], { timeout: 5_000 });
  return listed.then(({ stdout }) => stdout).catch(() => '');
}
