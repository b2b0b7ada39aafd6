import { spawn } from 'node:child_process';
import { once } from 'node:events';
import t from 'tap';

const GROUP_ENDS_MS = 10_000;
const lifeline = new URL('../workers/lifeline.ts', import.meta.url).href;

const runner = `
import { spawn } from 'node:child_process';
import { dieWithUs } from '${lifeline}';
const group = spawn('sh', ['-c', 'sleep 60 & wait'], { detached: true, stdio: ['ignore', 1, 1] });
dieWithUs(group.pid);
console.log('watched');
setInterval(() => undefined, 1000);
`;

t.test('a process group ends with the runner that was killed, grandchildren included', async (t) => {
  const program = spawn(process.execPath, ['--input-type=module', '-e', runner], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const output = program.stdout;
  await once(output, 'data');
  // Both hold the runner's output open, so it closes only when the last of them is gone.
  const closed = once(output, 'close', { signal: AbortSignal.timeout(GROUP_ENDS_MS) });
  output.resume();
  program.kill('SIGKILL');
  await t.resolves(closed);
});
