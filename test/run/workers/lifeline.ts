import { spawn } from 'node:child_process';

/** Waits for the end of standard input, which comes with this process however that ends. */
const WHEN_WE_END = 'cat >/dev/null; kill -s KILL -- "$0" 2>/dev/null';

/**
 * Has a process group killed when this process is no more, killed ones included. Returns what lets the
 * group go, to be called once it has ended by itself.
 */
export function dieWithUs(groupId: number): () => void {
  const watch = spawn('sh', ['-c', WHEN_WE_END, `-${groupId}`], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  watch.on('error', () => undefined);
  watch.unref();
  return () => watch.kill('SIGKILL');
}
