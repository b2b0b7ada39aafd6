import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { TEST_SECRET_KEY } from '../../harness/environment.ts';
import { freePort } from './free-port.ts';
import { SERVER_CORE, startNode, stop } from './processes.ts';
import { startFlags } from './start-flags.ts';

/** That of the tests, whose migrated databases brief benches take. */
export const SECRET_KEY = TEST_SECRET_KEY;
const READY_MS = 60_000;
const ROOT = join(import.meta.dirname, '..', '..', '..');

export interface ProductOptions {
  readonly databaseUrl: string;
  readonly dataDir: string;
  /** Folder to write a CPU profile into, or null. */
  readonly profile?: string | null;
  readonly environment?: Readonly<Record<string, string>>;
}

/** The platform in a process of its own, as `npm start` runs it. */
export interface Product {
  readonly url: string;
  readonly databaseUrl: string;
  readonly pid: number;
  /** From the start of the process to readiness. */
  readonly readyMs: number;
  stop(): Promise<void>;
}

/** Starts `kernel/main.ts` and waits until it says that it is ready. General rate limits are out of the way. */
export async function startProduct({
  databaseUrl,
  dataDir,
  profile,
  environment = {},
}: ProductOptions): Promise<Product> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const startedMs = performance.now();
  const profiling = profile ? ['--cpu-prof', `--cpu-prof-dir=${profile}`] : [];
  const child = startNode(
    [...(await startFlags()), ...profiling, join(ROOT, 'kernel', 'main.ts')],
    SERVER_CORE,
    {
      env: {
        PATH: process.env['PATH'],
        DATABASE_URL: databaseUrl,
        SECRET_KEY,
        DATA_DIR: dataDir,
        PORT: String(port),
        HOST: '127.0.0.1',
        LOG_LEVEL: 'warn',
        RATE_LIMIT_RPM: '100000000',
        RATE_LIMIT_BURST: '100000000',
        ...environment,
      },
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  );
  await untilReady(url, child);
  const readyMs = performance.now() - startedMs;
  return { url, databaseUrl, pid: child.pid ?? 0, readyMs, stop: () => stop(child) };
}

async function untilReady(url: string, child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`the product ended with ${code} before it was ready`);
  });
  ended.catch(() => {});
  const deadlineMs = performance.now() + READY_MS;
  while (performance.now() < deadlineMs) {
    if (await Promise.race([isReady(url), ended])) return;
    await Promise.race([new Promise((resolve) => setTimeout(resolve, 20)), ended]);
  }
  await stop(child);
  throw new Error(`the product was not ready within ${READY_MS} ms`);
}

const isReady = (url: string): Promise<boolean> =>
  fetch(`${url}/api/v1/health/ready`, { signal: AbortSignal.timeout(2_000) }).then(
    async (response) => {
      await response.arrayBuffer();
      return response.status === 200;
    },
    () => false,
  );
