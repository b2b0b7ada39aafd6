import { type ChildProcess, execFileSync, type SpawnOptions, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { stopProcess } from '../../kit/stop-process.ts';

/** Core of the server under test, and of what loads it; PostgreSQL is free to use both. */
export const SERVER_CORE = 0;
export const LOAD_CORE = 1;

const TICKS_PER_SECOND = 100;
const STOP_MS = 10_000;
const started = new Set<ChildProcess>();

let pinning: boolean | undefined;

function canPin(): boolean {
  if (pinning !== undefined) return pinning;
  try {
    execFileSync('taskset', ['-c', String(SERVER_CORE), 'true'], { stdio: 'ignore' });
    pinning = availableParallelism() > 1;
  } catch {
    pinning = false;
  }
  return pinning;
}

/** Starts Node on one core where the machine lets us choose; it is killed when this process ends. */
export function startNode(
  args: readonly string[],
  core: number | null,
  options: SpawnOptions = {},
): ChildProcess {
  const pinned = core !== null && canPin();
  const command = pinned
    ? ['taskset', '-c', String(core), process.execPath, ...args]
    : [process.execPath, ...args];
  const [file = process.execPath, ...rest] = command;
  const child = spawn(file, rest, { stdio: ['ignore', 'ignore', 'inherit'], ...options });
  started.add(child);
  child.once('exit', () => started.delete(child));
  return child;
}

/** Ends a child as an operator would, and harder when it does not listen. */
export const stop = (child: ChildProcess): Promise<void> => stopProcess(child, STOP_MS);

process.on('exit', () => {
  for (const child of started) child.kill('SIGKILL');
});

/** CPU time a process used so far, in milliseconds; NaN where there is no /proc. */
export function cpuMs(pid: number): number {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return ((Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND) * 1_000;
  } catch {
    return Number.NaN;
  }
}

/** Memory a process holds, in bytes; NaN where there is no /proc. */
export function residentBytes(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1_024;
  } catch {
    return Number.NaN;
  }
}
