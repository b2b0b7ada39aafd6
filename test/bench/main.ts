import { join } from 'node:path';
import type { Bench, Line } from './bench.ts';
import { benches } from './benches/index.ts';
import { CheckoutComparison } from './beside.ts';
import { readOptions } from './options.ts';
import { judge, saveResults, tableOf } from './report.ts';
import { Stage } from './stage.ts';

const RESULTS = join(import.meta.dirname, 'results');

function chosen(names: readonly string[]): readonly Bench[] {
  const unknown = names.filter((name) => !benches.some((bench) => bench.name === name));
  if (unknown.length === 0)
    return names.length === 0 ? benches : benches.filter(({ name }) => names.includes(name));
  const known = benches.map(({ name, about }) => `  ${name.padEnd(10)}${about}`).join('\n');
  throw new Error(`There is no bench ${unknown.join(', ')}. There are:\n${known}`);
}

/** Runs the benches one after another; one that fails does not keep the others from running. */
async function main(args: readonly string[]): Promise<number> {
  const options = readOptions(args);
  const stage = new Stage(options);
  const beside = options.beside === null ? null : new CheckoutComparison(options.beside, options);
  const lines: Line[] = [];
  const failed: string[] = [];
  const close = async (): Promise<void> => {
    await beside?.close();
    await stage.close();
  };
  const onSignal = (): void => void close().then(() => process.exit(130));
  process.once('SIGINT', onSignal);
  process.once('SIGTERM', onSignal);
  try {
    for (const bench of chosen(options.names)) {
      const startedMs = performance.now();
      stage.say(`${bench.name}: ${bench.about}`);
      try {
        lines.push(...(await (beside?.run(bench) ?? bench.run(stage))));
        stage.say(`  took ${((performance.now() - startedMs) / 1_000).toFixed(0)} s`);
      } catch (error) {
        failed.push(bench.name);
        console.error(error);
      }
    }
  } finally {
    await close();
  }
  console.log(`\n${tableOf(lines.map(judge))}`);
  if (failed.length > 0) console.log(`\nFailed: ${failed.join(', ')}`);
  console.log(`\n${saveResults(RESULTS, options, lines)}`);
  return failed.length === 0 ? 0 : 1;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
