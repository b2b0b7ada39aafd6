import { randomInt } from 'node:crypto';
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { filesMeant } from './run/arguments.ts';
import { isWhole } from './run/counts.ts';
import { Forecast } from './run/plan/forecast.ts';
import { keepDurations, planned } from './run/plan/plan.ts';
import { startTestPostgres } from './run/postgres.ts';
import { startTestRedis } from './run/redis.ts';
import { type Outcome, TapReport } from './run/tap/tap-report.ts';
import { WorkerPool } from './run/workers/worker-pool.ts';
import { WorkerProcess } from './run/workers/worker-process.ts';

/** Test files wait for databases and timers, too. */
const PLACES = { jobs: availableParallelism() + 1, beside: 2 };
const KILL_MS = 5_000;
/** Long files come first, and no file may end for a minute. */
const TELL_EVERY_MS = 30_000;
const signals = { SIGINT: 2, SIGTERM: 15, SIGHUP: 1 } as const;

const root = join(import.meta.dirname, '..');
const closers: (() => Promise<void>)[] = [];
let pool: WorkerPool | undefined;
let interrupted = 0;

/**
 * `npm test`: all test files, those named, or with `--changed` those that can reach what differs from main, against one
 * PostgreSQL and one Redis of their own.
 */
async function main(wanted: readonly string[]): Promise<number> {
  const files = await filesMeant(root, wanted, (line) => console.log(line));
  if (files.length === 0) {
    console.log('nothing to run\n0 passed, 0 failed');
    return 0;
  }
  tellSample();
  const outcome = await runFiles(files, await startServices());
  await closeServices();
  return sum(outcome, files.length);
}

/** Sweeps, vendor contracts, benches, kills and races are sampled outside of CI: says so, and how to have more. */
function tellSample(): void {
  const seed = process.env['TEST_SEED'] ?? String(randomInt(1_000_000));
  process.env['TEST_SEED'] = seed;
  console.log(
    isWhole
      ? 'Every sweep, contract, bench, kill and race is run whole.'
      : `Sampled with TEST_SEED=${seed}: a quarter of each sweep, a sixth of the pages of documentation, a fifth of the features of vendors and of the faults that vendors meet, a ninth of the benches, fewer kills and races. TEST_WHOLE=1 runs all, as CI does.`,
  );
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

async function runFiles(files: readonly string[], env: NodeJS.ProcessEnv): Promise<Outcome> {
  const plan = await planned(root, files);
  const forecast = new Forecast(plan, PLACES);
  const report = new TapReport(
    (line) => console.log(line),
    files.length,
    () => forecast.secondsLeft,
  );
  pool = new WorkerPool(() => new WorkerProcess(report, root, env), forecast);
  const telling = setInterval(() => report.tellLeft(), TELL_EVERY_MS);
  if (interrupted === 0) await pool.run(plan, PLACES);
  clearInterval(telling);
  await keepDurations(root, report.ended);
  if (files.length > 10)
    for (const { name, seconds } of report.slowest) console.log(`slow: ${name} (${seconds.toFixed(1)} s)`);
  return report.outcome();
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
    pool?.stop('SIGTERM');
    setTimeout(() => pool?.stop('SIGKILL'), KILL_MS).unref();
  });
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  await closeServices();
  console.error(error);
  console.log('0 passed, 1 failed');
  process.exitCode = 1;
}
