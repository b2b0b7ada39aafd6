import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import type { Stage } from '../stage.ts';
import { nextMessage } from './message.ts';
import { SERVER_CORE, startNode } from './processes.ts';
import { SECRET_KEY } from './product.ts';
import { startFlags } from './start-flags.ts';

/**
 * Starts a file of `hosts/` that boots the platform inside itself, on a database of its own; on one core, unless
 * its threads are what is measured.
 */
export async function startHost<T>(
  stage: Stage,
  file: string,
  core: number | null = SERVER_CORE,
): Promise<{ readonly child: ChildProcess; readonly hello: T }> {
  const env = {
    PATH: process.env['PATH'],
    DATABASE_URL: await stage.database(),
    SECRET_KEY,
    DATA_DIR: await stage.folder('host'),
    PORT: '0',
    LOG_LEVEL: 'warn',
    RATE_LIMIT_RPM: '100000000',
    RATE_LIMIT_BURST: '100000000',
  };
  const { profile } = stage.options;
  const profiling = profile === null ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`];
  const host = join(import.meta.dirname, '..', 'hosts', file);
  const child = startNode([...(await startFlags()), ...profiling, host], core, {
    env,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  return { child, hello: await nextMessage<T>(child) };
}
