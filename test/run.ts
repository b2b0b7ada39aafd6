import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { findTestFiles } from './run/find-test-files.ts';
import { dieWithUs } from './run/lifeline.ts';
import { startTestPostgres } from './run/postgres.ts';
import { startTestRedis } from './run/redis.ts';
import { type Outcome, TapReport } from './run/tap-report.ts';

/** Test files wait for databases and timers more than they compute. */
const JOBS = availableParallelism() + 1;
/** Ends a file that hangs; no file may fail because the machine is slow. */
const FILE_TIMEOUT_SECONDS = 400;
const KILL_MS = 5_000;
const signals = { SIGINT: 2, SIGTERM: 15, SIGHUP: 1 } as const;

const root = join(import.meta.dirname, '..');
const closers: (() => Promise<void>)[] = [];
let tap: ChildProcess | undefined;
let interrupted = 0;

/** `npm test`: all test files, or those named, against one PostgreSQL and one Redis of their own. */
async function main(wanted: readonly string[]): Promise<number> {
  const files = findTestFiles(root, wanted);
  const outcome = await runTap(files, await startServices());
  await closeServices();
  return sum(outcome, files.length);
}

async function startServices(): Promise<NodeJS.ProcessEnv> {
  // Test files share what Node made of their sources.
  const env: NodeJS.ProcessEnv = { NODE_COMPILE_CACHE: join(root, '.tap', 'compile-cache'), ...process.env };
  const postgres = await startTestPostgres();
  closers.push(() => postgres.stop());
  env['PATCHBAY_TEST_DATABASE_URL'] = postgres.url;
  const redis = await startTestRedis();
  if (redis) {
    closers.push(() => redis.stop());
    env['PATCHBAY_TEST_REDIS_URL'] = redis.url;
  }
  await prepareTemplate(postgres.url);
  return env;
}

/** Migrates the database that test files clone, as the harness says. */
async function prepareTemplate(url: string): Promise<void> {
  const file = new URL('./harness/template.ts', import.meta.url);
  if (!existsSync(file)) return;
  const harness = (await import(file.href)) as { prepareTemplate(url: string): Promise<void> };
  await harness.prepareTemplate(url);
}

async function runTap(files: readonly string[], env: NodeJS.ProcessEnv): Promise<Outcome> {
  const report = new TapReport((line) => console.log(line), files.length);
  if (interrupted > 0) return report.end(1);
  const options = [
    '--reporter=tap',
    `--jobs=${JOBS}`,
    `--timeout=${FILE_TIMEOUT_SECONDS}`,
    '--disable-coverage',
    `--node-arg=--import=${new URL('./run/plain-promises.ts', import.meta.url).href}`,
  ];
  const program = join(root, 'node_modules/tap/dist/esm/run.mjs');
  const args = [program, 'run', ...options, '--allow-incomplete-coverage', ...files];
  tap = spawn(process.execPath, args, {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  tap.stdout?.on('data', (chunk: Buffer) => report.feed(chunk));
  const letGo = tap.pid === undefined ? undefined : dieWithUs(tap.pid);
  const [code] = (await once(tap, 'close')) as [number | null];
  letGo?.();
  const outcome = report.end(code ?? 1);
  if (files.length > 10)
    for (const { name, seconds } of report.slowest) console.log(`slow: ${name} (${seconds.toFixed(1)} s)`);
  return outcome;
}

async function closeServices(): Promise<void> {
  for (const close of closers.splice(0).reverse()) {
    await close().catch((error: unknown) => console.error(error));
  }
}

/** Prints what was skipped and, as the last line, the counts. Where CI is set a skip is a failure. */
function sum(outcome: Outcome, files: number): number {
  const { passed, skipped } = outcome;
  const inCi = ['true', '1'].includes(process.env['CI'] ?? '');
  const failed = outcome.failed + (inCi ? skipped.length : 0);
  console.log(
    `${files} files, ${skipped.length} skipped${inCi && skipped.length > 0 ? ', which CI allows not' : ''}`,
  );
  for (const line of skipped) console.log(`skipped: ${line}`);
  console.log(`${passed} passed, ${failed} failed`);
  if (interrupted > 0) return 128 + interrupted;
  return failed === 0 ? 0 : 1;
}

for (const [signal, number] of Object.entries(signals)) {
  process.on(signal, () => {
    interrupted = number;
    signalTap('SIGTERM');
    setTimeout(() => signalTap('SIGKILL'), KILL_MS).unref();
  });
}

/** tap itself stays at a SIGTERM, so its test processes, which are of its group, get it too. */
function signalTap(signal: NodeJS.Signals): void {
  if (tap?.pid === undefined || tap.exitCode !== null || tap.signalCode !== null) return;
  try {
    process.kill(-tap.pid, signal);
  } catch {
    // Ended in the meantime.
  }
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  await closeServices();
  console.error(error);
  console.log('0 passed, 1 failed');
  process.exitCode = 1;
}
