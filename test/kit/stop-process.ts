import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** Ends a child as an operator would, and harder when it has not listened for so long. */
export async function stopProcess(child: ChildProcess, patienceMs: number): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), patienceMs);
  await ended;
  clearTimeout(timer);
}
