import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import root, { type Test } from 'tap';
import { leftOpen } from './left-open.ts';
import { setTapOfFile, standInForTap } from './tap-of-file.ts';
import type { Order, Told } from './worker-messages.ts';

/** Runs the test files that the runner names, one after another, and writes TAP: one subtest a file. */
let isSpent = false;
let files = 0;

const tell = (told: Told): void => void process.send?.(told);

async function run({ file, timeoutMs }: Order): Promise<void> {
  files += 1;
  const before = process.getActiveResourcesInfo();
  await root.test(file, { timeout: timeoutMs }, async (test) => {
    passOnTimeouts(test, timeoutMs);
    setTapOfFile(test);
    // What failed may go on in the background.
    test.on('complete', () => {
      isSpent ||= !test.passing();
    });
    await import(`${pathToFileURL(join(process.cwd(), file)).href}?of=${files}`);
  });
  const open = await leftOpen(before);
  if (open.length > 0) root.fail(`${file} leaves open: ${open.join(', ')}`);
  isSpent ||= open.length > 0;
  tell({ kind: 'ended', residentBytes: process.memoryUsage.rss(), isSpent });
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

standInForTap();
root.pipe(process.stdout);
// tap has let the channel go, which keeps this process alive between files.
process.channel?.ref();
process.on('message', (order: Order | 'end') => {
  if (order !== 'end') void run(order);
  else if (isSpent) process.exit();
  else process.disconnect();
});
