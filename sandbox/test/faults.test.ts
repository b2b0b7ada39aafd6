import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import t from 'tap';
import { SandboxHost } from '../index.ts';
import { openHost } from './plugin-host.ts';

const isAlive = (pid: number): boolean => {
  try {
    return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
};

t.test('the third fault within the window puts a plugin into quarantine until it is released', async (t) => {
  const { host, faults, loadBody, run, outcome } = openHost();
  t.teardown(() => host.dispose());
  await loadBody('bad', 'if (input) return input; for (;;) {}');
  for (let fault = 0; fault < 3; fault += 1)
    t.equal(await outcome(run('bad', null, { deadlineMs: 60 })), 'sandbox_timeout');
  t.strictSame(
    faults.map(({ kind, organization_id, quarantined }) => [kind, organization_id, quarantined]),
    [
      ['timeout', 'org-1', false],
      ['timeout', 'org-1', false],
      ['timeout', 'org-1', true],
    ],
  );
  t.equal(await outcome(run('bad', 'ok')), 'plugin_quarantined');
  t.match(host.stats().plugins, [{ plugin_id: 'bad', faults: 3, quarantined: true, process: null }]);
  host.release('bad');
  t.equal(await outcome(run('bad', 'ok')), 'ok');
});

t.test('faults older than the window do not count', async (t) => {
  let now = 0;
  const host = new SandboxHost({
    capabilities: async () => null,
    now: () => now,
    limits: { operationDeadlineMs: 50 },
  });
  t.teardown(() => host.dispose());
  await host.load({
    plugin_id: 'bad',
    version: '1.0.0',
    code: 'definePlugin({ operations: { run: () => { for (;;) {} } } })',
  });
  for (let fault = 0; fault < 4; fault += 1) {
    now += 6 * 60_000;
    const call = host.call({
      plugin_id: 'bad',
      organization_id: 'o',
      kind: 'operation',
      name: 'run',
      input: 1,
    });
    await t.rejects(call, { code: 'sandbox_timeout' });
  }
});

t.test('a process that dies is replaced and the fault reported', async (t) => {
  const { host, faults, loadBody, run, outcome } = openHost();
  t.teardown(() => host.dispose());
  await loadBody('victim', 'if (input) return input; for (;;) {}');
  const pid = host.stats().plugins[0]?.process?.pid ?? 0;
  const call = outcome(run('victim'));
  process.kill(pid, 'SIGKILL');
  t.equal(await call, 'sandbox_crashed');
  t.match(faults, [{ kind: 'crash', organization_id: 'org-1' }]);
  t.equal((await run('victim', 'again')).output, 'again');
});

t.test('at most two calls run, one for each plugin, and what waits is bounded', async (t) => {
  const { host, loadBody, run, outcome } = openHost({ queue: 4 });
  t.teardown(() => host.dispose());
  for (const id of ['one', 'two', 'three']) await loadBody(id, 'if (input) return input; for (;;) {}');
  const stuck = ['one', 'two'].map((id) => outcome(run(id, null, { deadlineMs: 300 })));
  const waiting = [1, 2, 3].map((input) => outcome(run('one', input)));
  const third = outcome(run('three', 'turn'));
  t.match(host.stats(), { running: 2, waiting: 3 });
  t.equal(await waiting[2], 'sandbox_busy', 'one plugin may hold half of the queue');
  t.strictSame(await Promise.all(stuck), ['sandbox_timeout', 'sandbox_timeout']);
  t.strictSame(await Promise.all(waiting.slice(0, 2)), [1, 2]);
  t.equal(await third, 'turn');
});

t.test('idle processes used longest ago end when there are too many', async (t) => {
  const { host, loadBody, run } = openHost({ processes: 2 });
  t.teardown(() => host.dispose());
  for (const id of ['one', 'two', 'three']) await loadBody(id, 'return input;');
  t.equal(host.stats().plugins.filter((plugin) => plugin.process !== null).length, 2);
  for (const id of ['one', 'two', 'three']) t.equal((await run(id, id)).output, id);
  t.equal(host.stats().plugins.filter((plugin) => plugin.process !== null).length, 2);
});

t.test('closing refuses what runs and what comes, and leaves no process', async (t) => {
  const { host, loadBody, run, outcome } = openHost();
  await loadBody('busy', 'for (;;) {}');
  const pid = host.stats().plugins[0]?.process?.pid ?? 0;
  const calls = [outcome(run('busy')), outcome(run('busy'))];
  await host.dispose();
  t.strictSame(await Promise.all(calls), ['sandbox_disposed', 'sandbox_disposed']);
  t.equal(await outcome(run('busy')), 'sandbox_disposed');
  t.equal(isAlive(pid), false);
});

t.test(
  'a child ends with its parent even in the middle of an endless loop',
  { skip: process.platform !== 'linux' },
  async (t) => {
    const parent = spawn(
      process.execPath,
      [new URL('./fixtures/orphaning-parent.ts', import.meta.url).pathname],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    const [line] = await once(parent.stdout, 'data');
    const pids: number[] = JSON.parse(String(line));
    t.ok(pids.length > 0 && pids.every(isAlive));
    parent.kill('SIGKILL');
    const giveUpAt = performance.now() + 5_000;
    while (pids.some(isAlive) && performance.now() < giveUpAt)
      await new Promise((resolve) => setImmediate(resolve));
    t.strictSame(pids.filter(isAlive), []);
  },
);
