import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { answers } from './answers.ts';

/**
 * Runs benches of the checkout named first, with the options (JSON) named second; in a process of its own, because
 * native addons of two checkouts do not share one.
 */
const [folder = '', options = ''] = process.argv.slice(2);

const load = (...file: string[]) => import(pathToFileURL(join(folder, 'test', 'bench', ...file)).href);
const { Stage } = (await load('stage.ts')) as typeof import('../stage.ts');
const { benches } = (await load('benches', 'index.ts')) as typeof import('../benches/index.ts');
const stage = new Stage(JSON.parse(options));

answers(
  async (name: string) => {
    const bench = benches.find((each) => each.name === name);
    if (bench === undefined) throw new Error(`${folder} has no bench ${name}.`);
    return bench.run(stage);
  },
  () => stage.close(),
);
process.send?.({ benches: benches.map(({ name }) => name) });
