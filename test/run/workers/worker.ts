import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import root, { type Test } from 'tap';
import { setTapOfFile, standInForTap } from '../tap/tap-of-file.ts';
import { leftOpen } from './left-open.ts';
import { Uncaught } from './uncaught.ts';
import type { Order, Told } from './worker-messages.ts';

/** Runs the test files that the runner names, one after another, and writes TAP: one subtest a file. */
let isSpent = false;
let files = 0;

const tell = (told: Told): void => void process.send?.(told);

const uncaught = new Uncaught(failLate);

function failLate(file: string, why: string): void {
  isSpent = true;
  tell({ kind: 'late', file, why });
}

async function run({ file, timeoutMs, closeMs }: Order): Promise<void> {
  tell({ kind: 'begun' });
  files += 1;
  const before = process.getActiveResourcesInfo();
  let ofFile: Test | undefined;
  const body = async (test: Test): Promise<void> => {
    ofFile = test;
    passOnTimeouts(test, timeoutMs);
    setTapOfFile(test);
    await import(`${pathToFileURL(join(process.cwd(), file)).href}?of=${files}`);
  };
  await uncaught.within({ file, test: () => ofFile }, () => root.test(file, { timeout: timeoutMs }, body));
  // A line that says nothing, after which the result of the file is complete for who reads it.
  root.pragma({ strict: false });
  // What failed may go on in the background, and is not charged again for that.
  if (ofFile?.passing() !== true) isSpent = true;
  else await endWithNothingOpen(file, before, closeMs);
  tell({ kind: 'ended', residentBytes: process.memoryUsage.rss(), isSpent });
}

async function endWithNothingOpen(file: string, before: readonly string[], closeMs: number): Promise<void> {
  const open = await leftOpen(before, closeMs);
  if (open.length > 0) failLate(file, `leaves open: ${open.join(', ')}`);
}

/** A file that takes longer than others says so, itself or in one of its tests. */
function passOnTimeouts(test: Test, timeoutMs: number): void {
  const set = test.setTimeout.bind(test);
  const extend = (ms: number): void => {
    if (ms > timeoutMs) tell({ kind: 'extended', timeoutMs: ms });
    set(ms);
  };
  test.setTimeout = extend;
  test.on('subtestStart', ({ options }) => {
    if ((options.timeout ?? 0) > timeoutMs) extend(options.timeout ?? 0);
  });
}

process.once('exit', (code) => tell({ kind: 'exits', code }));
standInForTap();
root.pipe(process.stdout);
uncaught.watch(root);
// tap has let the channel go, which keeps this process alive between files.
process.channel?.ref();
process.on('message', (order: Order | 'end') => {
  if (order === 'end') process.exit();
  void run(order);
});
