import { spawn } from 'node:child_process';
import type { RunAs } from './run-as.ts';

const MAX_OUTPUT_BYTES = 64 * 1024;

/** Exit of a program; `output` is the end of its text on both streams. */
export interface ProgramResult {
  readonly ok: boolean;
  readonly timedOut: boolean;
  readonly output: string;
}

/**
 * Runs a program under an identity and waits for it at most `timeoutMs`, then kills it with its group.
 * The environment is empty but for PATH and locale: PGDATA, PGOPTIONS and their like must not reach it.
 * It runs in a session of its own, so a Ctrl-C in the terminal does not.
 */
export function runProgram(
  runAs: RunAs,
  program: string,
  args: readonly string[],
  timeoutMs: number,
): Promise<ProgramResult> {
  return new Promise((resolve) => {
    const { file, args: all, uid, gid } = runAs.command(program, args);
    const child = spawn(file, all, {
      cwd: '/',
      detached: true,
      env: { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(uid === undefined ? {} : { uid, gid: gid ?? uid }),
    });
    let output = '';
    let timedOut = false;
    const keep = (chunk: Buffer) => {
      output = (output + chunk.toString('utf8')).slice(-MAX_OUTPUT_BYTES);
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    const timer = setTimeout(() => {
      timedOut = true;
      if (child.pid !== undefined) killGroup(child.pid);
      child.stdout.destroy();
      child.stderr.destroy();
    }, timeoutMs);
    child.on('error', (error) => {
      clearTimeout(timer);
      resolve({ ok: false, timedOut, output: error.message });
    });
    child.on('close', (code) => {
      clearTimeout(timer);
      resolve({ ok: code === 0, timedOut, output: output.trim() });
    });
  });
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // Ended by itself in the meantime.
  }
}
