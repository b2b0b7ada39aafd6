import t from 'tap';
import { findTestFiles } from '../plan/find-test-files.ts';
import { TapReport } from '../tap/tap-report.ts';

function report(stream: string, exitCode: number) {
  const lines: string[] = [];
  const read = new TapReport((line) => lines.push(line), 1);
  const output = read.stream();
  output.feed(Buffer.from(stream));
  output.end(exitCode);
  return { outcome: read.outcome(), lines };
}

t.test('assertions are counted by file, failures shown in full, skips kept with their reasons', async (t) => {
  const stream = [
    'TAP version 14',
    '# Subtest: a.test.ts',
    '    # Subtest: adds',
    '        ok 1 - one',
    '        not ok 2 - two',
    '          ---',
    '          found: 3',
    '          ...',
    '        1..2',
    '    not ok 1 - adds',
    '    ok 2 - peers # SKIP no peer here',
    '    1..2',
    'not ok 1 - a.test.ts # time=1500ms',
    '1..1',
    '',
  ].join('\n');
  const { outcome, lines } = report(stream, 1);
  t.same(outcome, { passed: 1, failed: 1, skipped: ['a.test.ts > peers: no peer here'] });
  t.same(lines, ['not ok: a.test.ts > adds > two\n    found: 3', 'FAILED a.test.ts (2 in 1.5 s)']);
});

t.test('a run that ends badly, or says nothing, is a failure although no assertion failed', async (t) => {
  t.match(report('TAP version 14\nok 1 - a.test.ts\n1..1\n', 7), { outcome: { passed: 1, failed: 1 } });
  t.match(report('', 0), { outcome: { passed: 0, failed: 1 } });
  t.match(report('TAP version 14\nok 1 - a.test.ts\n1..1\n', 0), { outcome: { passed: 1, failed: 0 } });
});

t.test('after every ten files it is told how many are left, and at the end which were slow', (t) => {
  const lines: string[] = [];
  const read = new TapReport(
    (line) => lines.push(line),
    12,
    () => 150,
  );
  const files = Array.from({ length: 12 }, (_, n) => `ok ${n + 1} - ${n}.test.ts # time=${n + 1}000ms`);
  const output = read.stream();
  output.feed(Buffer.from(['TAP version 14', ...files, '1..12', ''].join('\n')));
  output.end(0);
  t.match(lines[9], /^ok 9\.test\.ts \(.* in 10\.0 s\); 2 of 12 files left, about 2\.5 min$/);
  t.same(lines[11], 'ok 11.test.ts (1 in 12.0 s)');
  t.same(read.slowest.slice(0, 2), [
    { name: '11.test.ts', seconds: 12 },
    { name: '10.test.ts', seconds: 11 },
  ]);
  t.equal(read.slowest.length, 10);
  t.end();
});

t.test(
  'test files are found in their packages, named by file or folder, and a name without any is refused',
  async (t) => {
    const file = () => ({ 'a.test.ts': '' });
    const root = t.testdir({
      kernel: {
        http: { test: { ...file(), fixtures: file() }, 'loose.test.ts': '' },
        node_modules: { x: { test: file() } },
      },
      modules: { sites: { test: { 'b.test.ts': '', deep: file() } } },
      test: { sweeps: { 'c.test.ts': '' } },
    });
    const all = [
      'kernel/http/test/a.test.ts',
      'modules/sites/test/b.test.ts',
      'modules/sites/test/deep/a.test.ts',
    ];
    t.same(findTestFiles(root, []), [...all, 'test/sweeps/c.test.ts']);
    t.same(findTestFiles(root, ['./modules/sites/', 'test/sweeps/c.test.ts']), [
      ...all.slice(1),
      'test/sweeps/c.test.ts',
    ]);
    t.same(findTestFiles(root, ['sites', 'test/sweeps/c']), [...all.slice(1), 'test/sweeps/c.test.ts']);
    t.throws(() => findTestFiles(root, ['site']), /no test file matches site/);
    t.throws(() => findTestFiles(root, ['modules/site']), /no test file matches modules\/site/);
  },
);
