import { join, relative } from 'node:path';
import t, { type Test } from 'tap';
import { planned } from '../plan/plan.ts';
import { TapReport } from '../tap/tap-report.ts';
import { WorkerPool } from '../workers/worker-pool.ts';
import { type WorkerLimits, WorkerProcess } from '../workers/worker-process.ts';

const ROOT = join(import.meta.dirname, '../../..');
const TAP = "import t from 'tap';\n";
const sees = "t.equal(globalThis.seen, undefined, 'new here'); globalThis.seen = true;\n";

/** Does this after its file has ended, once the next one waits for it. */
const late = (work: string): string =>
  `const soon = setInterval(() => {
    if (globalThis.go === undefined) return;
    clearInterval(soon);
    setImmediate(globalThis.go);
    ${work};
  }, 5).unref();\n`;
const WAITS = 'await new Promise((resolve) => { globalThis.go = resolve; });';

/** Runs test files of this content in one process, as they stand. */
async function run(
  t: Test,
  files: Readonly<Record<string, string>>,
  {
    limits,
    env = {},
    beside = 0,
  }: {
    readonly limits?: WorkerLimits;
    readonly env?: NodeJS.ProcessEnv;
    readonly beside?: number;
  } = {},
) {
  const support = 'let n = 0; export const count = () => (n += 1);';
  const folder = relative(ROOT, t.testdir({ ...files, test: { 'support.ts': support } }));
  const lines: string[] = [];
  const names = Object.keys(files);
  const report = new TapReport((line) => lines.push(line.replaceAll(`${folder}/`, '')), names.length);
  const pool = new WorkerPool(() => new WorkerProcess(report, ROOT, { ...process.env, ...env }, limits));
  const paths = names.map((name) => join(folder, name));
  await pool.run(await planned(ROOT, paths), { jobs: 1, beside });
  const { passed, failed } = report.outcome();
  return { passed, failed, lines: lines.map((line) => line.replace(/\d+\.\d s/, 'S s')) };
}

t.test('files share a process, one after another, each with a root of its own', async (t) => {
  const { passed, failed, lines } = await run(t, {
    'a.test.ts': `${TAP}t.teardown(() => { globalThis.seen = undefined; });\n${sees}t.test('in it', async (t) => t.ok(globalThis.seen));`,
    'b.test.ts': `${TAP}${sees}`,
    'c.test.ts': `${TAP}t.ok(globalThis.seen, 'b was here');`,
  });
  t.same([passed, failed], [4, 0]);
  t.same(lines, ['ok a.test.ts (2 in S s)', 'ok b.test.ts (1 in S s)', 'ok c.test.ts (1 in S s)']);
});

t.test('what a source of tests keeps is kept for each file', async (t) => {
  const counts = `${TAP}import { count } from './test/support.ts';\nt.equal(count(), 1);`;
  const { passed, failed } = await run(t, { 'a.test.ts': counts, 'b.test.ts': counts });
  t.same([passed, failed], [2, 0]);
});

t.test('a file that says so has a process of its own', async (t) => {
  const { passed, failed } = await run(t, {
    'a.test.ts': `${TAP}${sees}`,
    'b.test.ts': `// Runs in a process of its own: it counts from nothing.\n${TAP}${sees}`,
    'c.test.ts': `${TAP}t.ok(globalThis.seen, 'a was here');`,
  });
  t.same([passed, failed], [3, 0]);
});

t.test('a file that waits more than it computes is run beside the others', async (t) => {
  const arrives = (mine: string, other: string) =>
    `import { existsSync, writeFileSync } from 'node:fs';
    writeFileSync(new URL('./${mine}', import.meta.url), '');
    while (!existsSync(new URL('./${other}', import.meta.url))) await new Promise((resolve) => setTimeout(resolve, 5));
    t.pass();`;
  const { passed, failed } = await run(
    t,
    {
      'a.test.ts': `${TAP}${arrives('a', 'b')}`,
      'b.test.ts': `// Waits more than it computes: for the other file.\n${TAP}${arrives('b', 'a')}`,
      'c.test.ts': `// Waits more than it computes: it says.\n${TAP}t.pass();`,
    },
    { beside: 1 },
  );
  t.same([passed, failed], [3, 0]);
});

t.test('a file that ends its process, or cannot be read, fails alone', async (t) => {
  const { passed, failed, lines } = await run(t, {
    'a.test.ts': `${TAP}t.pass(); process.exit(3);`,
    'b.test.ts': `${TAP}t.pass(); process.kill(process.pid, 'SIGKILL'); await new Promise(() => {});`,
    'c.test.ts': "throw new Error('at once');",
    'd.test.ts': `${TAP}t.pass();`,
  });
  t.same([passed, failed], [2, 3]);
  t.match(lines, [
    /^not ok: a.test.ts > test unfinished/,
    /^FAILED a.test.ts/,
    /^a.test.ts: its process ended with 3 before it was done$/,
    /^FAILED b.test.ts: its process ended with SIGKILL before it was done$/,
    /^not ok: c.test.ts > at once/,
    /^FAILED c.test.ts/,
    /^ok d.test.ts/,
  ]);
});

t.test(
  'an error that comes after the end of its file fails that file, not the one that runs then',
  async (t) => {
    for (const how of ["throw new Error('late')", "void Promise.reject(new Error('late'))"]) {
      const { passed, failed, lines } = await run(t, {
        'a.test.ts': `${TAP}t.pass(); ${late(how)}`,
        'b.test.ts': `${TAP}t.test('begins', async (t) => { ${WAITS} t.pass(); });
        t.test('goes on', async (t) => t.pass());`,
        'c.test.ts': `${TAP}t.equal(globalThis.go, undefined, 'a new process');`,
      });
      t.same([passed, failed], [4, 1], how);
      t.match([...lines].sort(), [
        /^not ok: a.test.ts failed after its end: Error: late/,
        'not ok: a.test.ts: it left something behind',
        /^ok a.test.ts/,
        /^ok b.test.ts \(2/,
        /^ok c.test.ts/,
      ]);
    }
  },
);

t.test('an assertion after the end of its file fails that file', async (t) => {
  const { passed, failed, lines } = await run(t, {
    'a.test.ts': `${TAP}t.test('ends', async (t) => { t.pass(); ${late('t.equal(1, 2)')} });`,
    'b.test.ts': `${TAP}t.test('runs', async (t) => { ${WAITS} t.pass(); });`,
  });
  t.same([passed, failed], [2, 1]);
  t.match([...lines].sort()[0], /^not ok: a.test.ts failed after its end: Error: test assertion after/);
});

t.test('an error that no test caught fails the test that runs, and those after it are run', async (t) => {
  const { passed, failed, lines } = await run(t, {
    'a.test.ts': `${TAP}t.test('hangs', () => { setTimeout(() => { throw 'a word'; }); return new Promise(() => {}); });
      t.test('next', async (t) => { t.pass(); });`,
  });
  t.same([passed, failed], [1, 1]);
  t.match(lines[0], /^not ok: a.test.ts > hangs > 'a word'/);
});

t.test('where a process ends between two files, the next is run in another', async (t) => {
  const { passed, failed, lines } = await run(t, {
    'a.test.ts': `${TAP}process.prependListener('message', () => process.kill(process.pid, 'SIGKILL'));t.pass();`,
    'b.test.ts': `${TAP}t.pass();`,
    'c.test.ts': `${TAP}t.pass();`,
  });
  t.same([passed, failed], [3, 1]);
  t.match(lines, [
    /^ok a.test.ts/,
    /^not ok: a.test.ts or a file before it: their process ended with SIGKILL between two files$/,
    /^ok b.test.ts/,
    /^ok c.test.ts/,
  ]);
});

t.test('a file that a new process cannot begin fails, and is not tried for ever', async (t) => {
  const { passed, failed } = await run(
    t,
    { 'a.test.ts': `${TAP}t.pass();` },
    {
      env: { NODE_OPTIONS: '--import=data:text/javascript,process.exit(3)' },
    },
  );
  t.same([passed, failed], [0, 1]);
});

t.test('a file that leaves a timer running fails, and the next has a new process', async (t) => {
  const limits = { fileMs: 60_000, stuckMs: 100, closeMs: 500 };
  const files = {
    'a.test.ts': `${TAP}${sees}setInterval(() => {}, 1000);`,
    'b.test.ts': `${TAP}${sees}`,
  };
  const { failed, lines } = await run(t, files, { limits });
  t.equal(failed, 1);
  t.ok(lines.some((line) => /^not ok: a\.test\.ts leaves open: Timeout/.test(line)));
});

t.test('a file that failed is not charged again with what it leaves open', async (t) => {
  const { failed, lines } = await run(t, {
    'a.test.ts': `${TAP}${sees}setInterval(() => {}, 1000); t.fail('this');`,
    'b.test.ts': `${TAP}${sees}`,
  });
  t.equal(failed, 1);
  t.match(lines, [/^not ok: a.test.ts > this/, /^FAILED a.test.ts/, /^ok b.test.ts/]);
});

t.test('a file that does not end in its time fails, and the next has a new process', async (t) => {
  const { failed, lines } = await run(t, {
    'a.test.ts': `${TAP}${sees}t.setTimeout(50); t.test('for ever', () => new Promise(() => {}));`,
    'b.test.ts': `${TAP}${sees}`,
  });
  t.equal(failed, 1);
  t.ok(lines.some((line) => line.startsWith('not ok: a.test.ts > for ever > timeout!')));
  t.ok(lines.some((line) => line.startsWith('FAILED a.test.ts')));
});

t.test('a file that loops for ever is killed, and the next has a new process', async (t) => {
  const limits = { fileMs: 3_000, stuckMs: 100, closeMs: 500 };
  const { passed, failed, lines } = await run(
    t,
    { 'a.test.ts': 'for (;;);', 'b.test.ts': `${TAP}t.pass();` },
    { limits },
  );
  t.same([passed, failed], [1, 1]);
  t.match(lines, [/^FAILED a.test.ts: it stood still, and its process was killed/, /^ok b.test.ts/]);
});
