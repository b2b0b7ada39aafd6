import { join, relative } from 'node:path';
import t, { type Test } from 'tap';
import { planned } from '../plan.ts';
import { TapReport } from '../tap-report.ts';
import { WorkerPool } from '../worker-pool.ts';
import { WorkerProcess } from '../worker-process.ts';

const ROOT = join(import.meta.dirname, '../../..');
const TAP = "import t from 'tap';\n";
const sees = "t.equal(globalThis.seen, undefined, 'new here'); globalThis.seen = true;\n";

/** Runs test files of this content in one process, as they stand. */
async function run(t: Test, files: Readonly<Record<string, string>>) {
  const support = 'let n = 0; export const count = () => (n += 1);';
  const folder = relative(ROOT, t.testdir({ ...files, test: { 'support.ts': support } }));
  const lines: string[] = [];
  const names = Object.keys(files);
  const report = new TapReport((line) => lines.push(line.replaceAll(`${folder}/`, '')), names.length);
  const pool = new WorkerPool(() => new WorkerProcess(report, ROOT, process.env));
  await pool.run(
    await planned(
      ROOT,
      names.map((name) => join(folder, name)),
      true,
    ),
    1,
  );
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
    /^FAILED b.test.ts: its process ended with SIGKILL before it was done$/,
    /^not ok: c.test.ts > at once/,
    /^FAILED c.test.ts/,
    /^ok d.test.ts/,
  ]);
});

t.test('a file that leaves a timer running fails, and the next has a new process', async (t) => {
  const { failed, lines } = await run(t, {
    'a.test.ts': `${TAP}${sees}setInterval(() => {}, 1000);`,
    'b.test.ts': `${TAP}${sees}`,
  });
  t.equal(failed, 1);
  t.ok(lines.some((line) => /^not ok: a\.test\.ts leaves open: Timeout/.test(line)));
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
