import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const TIMEOUT_MS = 300_000;
const MAX_OUTPUT_BYTES = 16 * 1024 * 1024;

/** Runs a tool of node_modules under this Node; what it wrote is the problem when it fails. */
export function runTool(root: string, script: string, args: readonly string[]): readonly string[] {
  const result = spawnSync(process.execPath, [join(root, 'node_modules', script), ...args], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' },
    maxBuffer: MAX_OUTPUT_BYTES,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: TIMEOUT_MS,
    killSignal: 'SIGKILL',
  });
  if (result.status === 0) return [];
  const how = result.error?.message ?? `ended with ${result.signal ?? result.status}`;
  return [`${result.stdout}${result.stderr}`.trim() || how];
}
