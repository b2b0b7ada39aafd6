import { execFileSync } from 'node:child_process';
import t from 'tap';

const module = new URL('../sample.ts', import.meta.url).href;

/** The sample that a process of this environment takes of a hundred numbers. */
function sampleOf(subject: string, environment: Readonly<Record<string, string>>): readonly number[] {
  const code = `import { sampled } from '${module}';
    console.log(JSON.stringify(sampled('${subject}', Array.from({ length: 100 }, (_, n) => n), 1 / 4)));`;
  const env = { PATH: process.env['PATH'], ...environment };
  return JSON.parse(execFileSync(process.execPath, ['--input-type=module', '-e', code], { env }).toString());
}

t.test(
  'the same seed takes the same share, in its order; another seed or subject takes another',
  async (t) => {
    const first = sampleOf('routes', { TEST_SEED: '7' });
    t.equal(first.length, 25);
    t.same(
      first,
      first.toSorted((one, other) => one - other),
    );
    t.same(sampleOf('routes', { TEST_SEED: '7' }), first);
    t.notSame(sampleOf('routes', { TEST_SEED: '8' }), first);
    t.notSame(sampleOf('lists', { TEST_SEED: '7' }), first);
  },
);

t.test('in CI, and where it is asked for, everything is taken', async (t) => {
  t.equal(sampleOf('routes', { CI: 'true' }).length, 100);
  t.equal(sampleOf('routes', { TEST_WHOLE: '1' }).length, 100);
});
