import { globSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { waitFor } from '@patchbay/test/harness';
import t from 'tap';
import { CheckoutComparison } from '../beside.ts';
import { readOptions } from '../options.ts';

const HERE = join(import.meta.dirname, '..', '..', '..');
const options = readOptions(['--brief', '--rounds', '2']);

t.test('a bench runs here and in another checkout, round by round', async (t) => {
  const comparison = new CheckoutComparison(HERE, options);
  t.teardown(() => comparison.close());
  const lines = await comparison.run({ name: 'match' });
  t.ok(lines.length > 0);
  for (const { name, product, floor, bar, note } of lines) {
    t.equal(product.length, 2, name);
    t.equal(floor.length, 2, name);
    t.ok([...product, ...floor].every((figure) => figure > 0));
    t.ok(bar === null || bar.of === 'ratio');
    t.match(note, /^Here: (\d+\.\d\dx|no ratio) beside its own floor\..* There: (\d+\.\d\dx|no ratio) /);
  }
});

t.test('a bench that fails in one of them fails alone', async (t) => {
  const comparison = new CheckoutComparison(HERE, { ...options, rounds: 1 });
  t.teardown(() => comparison.close());
  await t.rejects(comparison.run({ name: 'later' }), { message: `${HERE}: ${HERE} has no bench later.` });
  t.ok((await comparison.run({ name: 'match' })).length > 0, 'the next one runs');
});

t.test('a round under way is ended with what it started', async (t) => {
  const folder = t.testdir();
  const former = process.env['TMPDIR'];
  process.env['TMPDIR'] = folder;
  t.teardown(() => {
    if (former === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = former;
  });
  const running = () => globSync('patchbay-bench-*/postgres-*/**/postmaster.pid', { cwd: folder });
  const comparison = new CheckoutComparison(HERE, { ...options, isBrief: false, seconds: 60 });
  const failed = t.rejects(comparison.run({ name: 'rls' }));
  await waitFor('its PostgreSQL', () => running().length === 1, { timeoutMs: 60_000 });
  await comparison.close();
  await failed;
  t.same(readdirSync(folder), []);
});

t.test('a folder without benches is refused', async (t) => {
  const folder = t.testdir({});
  t.throws(() => new CheckoutComparison(folder, options), {
    message: `${folder} is no checkout with benches: it has no test/bench/stage.ts`,
  });
});
