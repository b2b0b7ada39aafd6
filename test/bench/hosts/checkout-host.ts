import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * Runs one bench of a checkout once, on a stage of its own, and ends; in a process of its own, because native addons of
 * two checkouts do not share one. Arguments: the folder, the name of the bench, the options as JSON.
 */
const [folder = '', name = '', options = ''] = process.argv.slice(2);

const load = (...file: string[]) => import(pathToFileURL(join(folder, 'test', 'bench', ...file)).href);
const { Stage } = (await load('stage.ts')) as typeof import('../stage.ts');
const { benches } = (await load('benches', 'index.ts')) as typeof import('../benches/index.ts');
const stage = new Stage(JSON.parse(options));

let isEnding = false;
function end(code: number): void {
  if (isEnding) return;
  isEnding = true;
  void stage.close().then(() => process.exit(code));
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => end(130));
process.on('disconnect', () => end(1));

try {
  const bench = benches.find((each) => each.name === name);
  if (bench === undefined) throw new Error(`${folder} has no bench ${name}.`);
  const lines = await bench.run(stage);
  process.send?.({ lines }, () => end(0));
} catch (error) {
  process.send?.({ error: error instanceof Error ? error.message : String(error) }, () => end(1));
}
