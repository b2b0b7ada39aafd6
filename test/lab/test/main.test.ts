import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import t, { type Test } from 'tap';
import { exchange } from './support/bench.ts';

const main = fileURLToPath(new URL('../main.ts', import.meta.url));

function start(t: Test, ...args: string[]): ChildProcess {
  const child = spawn(process.execPath, [main, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  t.teardown(() => child.kill('SIGKILL'));
  return child;
}

t.test('the command prints where the controller is and ends cleanly on SIGTERM', async (t) => {
  const child = start(t, '--vendor', 'mikrotik', '--http', '--devices', '3');
  if (child.stdout === null) throw new Error('no output');
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  const first = JSON.parse(line) as { url: string; ledger_url: string };
  t.match(first, {
    vendor: 'mikrotik',
    url: /^http:\/\/127\.0\.0\.1:\d+$/,
    credentials: { username: 'admin', password: /.{12,}/ },
  });
  t.equal((await exchange(`${first.url}/rest/interface`, 'GET')).status, 401);
  t.equal((await exchange(`${first.ledger_url}`, 'GET')).status, 200);
  child.kill('SIGTERM');
  t.same(await once(child, 'exit'), [0, null]);
});

t.test('an unknown vendor and a bad port are refused with a line', async (t) => {
  for (const args of [
    ['--vendor', 'acme'],
    ['--vendor', 'mikrotik', '--port', '99999'],
  ]) {
    t.same(await once(start(t, ...args), 'exit'), [2, null]);
  }
});
