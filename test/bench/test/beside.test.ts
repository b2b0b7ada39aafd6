import { join } from 'node:path';
import t from 'tap';
import { benches } from '../benches/index.ts';
import { openCheckout, runBeside } from '../beside.ts';
import { readOptions } from '../options.ts';
import { stop } from '../processes/processes.ts';
import { Stage } from '../stage.ts';

const HERE = join(import.meta.dirname, '..', '..', '..');
const options = readOptions(['--brief']);
const [bench] = benches.filter(({ name }) => name === 'match');

t.test('a bench runs here and in another checkout, round by round', async (t) => {
  if (bench === undefined) throw new Error('the bench match is gone');
  const stage = new Stage(options);
  t.teardown(() => stage.close());
  const other = await openCheckout(HERE, options);
  t.teardown(() => stop(other.child));
  const lines = await runBeside(bench, stage, other, 2);
  t.ok(lines.length > 0);
  for (const { name, product, floor, bar, note } of lines) {
    t.equal(product.length, 2, name);
    t.equal(floor.length, 2, name);
    t.ok([...product, ...floor].every((figure) => figure > 0));
    t.equal(bar, null);
    t.match(note, /^Beside its own floor (\d+\.\d\dx|-) here, (\d+\.\d\dx|-) there\.$/);
  }
  await t.rejects(runBeside({ ...bench, name: 'later' }, stage, other, 1), {
    message: 'The other checkout has no bench later.',
  });
});

t.test('a folder without benches is refused', async (t) => {
  const folder = t.testdir({});
  await t.rejects(openCheckout(folder, options), {
    message: `${folder} is no checkout with benches: it has no test/bench/stage.ts`,
  });
});
