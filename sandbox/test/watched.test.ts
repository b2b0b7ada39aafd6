import { readFileSync } from 'node:fs';
import t from 'tap';
import { IdleChild } from '../host/children/idle-child.ts';
import { findLaunchTools } from '../host/children/isolation.ts';
import { launchPlans } from '../host/children/launch.ts';
import { SandboxChild } from '../host/children/sandbox-child.ts';
import { Watch } from '../host/children/watch.ts';
import { becomes, openHost } from './plugin-host.ts';

const linux = { skip: process.platform !== 'linux' };

/** Whether the main thread of a process waits: not computing, not runnable. */
const waits = (pid: number): boolean => / S /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));

t.test(
  'nothing of a plugin runs between its calls, not even when its isolate is worn out',
  linux,
  async (t) => {
    const { host, faults, run, outcome } = openHost({ isolateCalls: 1, operationDeadlineMs: 600 });
    t.teardown(() => host.dispose());
    const turnsAt = Date.now() + 3_000;
    // The top level is well-behaved while the package is looked at, and endless later.
    const code = `definePlugin({ operations: { run: () => 'served' } }); while (Date.now() > ${turnsAt}) {}`;
    await host.load({ plugin_id: 'turncoat', version: '1.0.0', code });
    const pid = host.stats().plugins[0]?.process?.pid ?? 0;
    t.ok(await becomes(() => Date.now() > turnsAt));
    t.equal((await run('turncoat')).output, 'served');
    t.ok(await becomes(() => waits(pid)), 'the process waits once the call is answered');
    t.equal(await outcome(run('turncoat')), 'sandbox_timeout', 'the next isolate is made under watch');
    t.match(faults, [{ kind: 'timeout', organization_id: 'org-1' }]);
  },
);

t.test('an idle process that dies is a fault of its plugin, also after it served calls', async (t) => {
  const { host, faults, loadBody, run, outcome } = openHost();
  t.teardown(() => host.dispose());
  await loadBody('mortal', 'return input;');
  for (let death = 1; death <= 3; death += 1) {
    t.equal((await run('mortal', death)).output, death);
    process.kill(host.stats().plugins[0]?.process?.pid ?? 0, 'SIGKILL');
    t.ok(await becomes(() => faults.length === death), `death ${death} is heard`);
  }
  t.match(faults, [
    { kind: 'crash', organization_id: null, quarantined: false },
    { kind: 'crash', organization_id: null, quarantined: false },
    { kind: 'crash', organization_id: null, quarantined: true },
  ]);
  t.equal(await outcome(run('mortal')), 'plugin_quarantined');
});

t.test('the memory of an idle process is looked at', linux, async (t) => {
  const [plan] = launchPlans(await findLaunchTools(), t.testdir({})).slice(-1);
  if (plan === undefined) throw new Error('no plan');
  const child = new SandboxChild(plan, 1024);
  const watch = new Watch(1024 * 1024, () => {});
  t.teardown(async () => {
    watch.stop();
    await child.kill();
  });
  t.equal(await child.hello, true);
  const faults: string[] = [];
  new IdleChild({ child, watch, onFault: (kind) => faults.push(kind) }).rest();
  t.ok(await becomes(() => faults.length > 0));
  t.strictSame([faults, child.isGone], [['memory'], true]);
});

t.test('a signal to the whole group is no crash of a plugin', linux, async (t) => {
  const { host, faults, loadBody, run } = openHost();
  t.teardown(() => host.dispose());
  await loadBody('steady', 'return (globalThis.n = (globalThis.n ?? 0) + 1);');
  const pid = host.stats().plugins[0]?.process?.pid ?? 0;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.kill(pid, signal);
  t.strictSame([(await run('steady')).output, (await run('steady')).output], [1, 2]);
  t.strictSame(faults, []);
});

t.test('a top level that never ends is refused, in whatever way it goes on', async (t) => {
  const { host, faults } = openHost();
  t.teardown(() => host.dispose());
  const define = 'definePlugin({ operations: { run: () => 1 } });';
  const endless: readonly [string, string][] = [
    [`${define} for (;;) {}`, 'sandbox_timeout'],
    [`${define} (async () => { for (;;) await null; })();`, 'sandbox_timeout'],
    [
      `${define} (async () => { const kept = []; for (;;) { await null; kept.push(new Array(1e5).fill(1.5)); } })();`,
      'sandbox_memory',
    ],
  ];
  for (const [index, [code, refusal]] of endless.entries())
    await t.rejects(
      host.load({ plugin_id: `endless-${index}`, version: '1.0.0', code }),
      { code: refusal },
      code,
    );
  t.strictSame(host.stats().plugins, []);
  t.equal(faults.length, endless.length);
  const forgotten = {
    plugin_id: 'forgotten',
    version: '1.0.0',
    code: `${define} Promise.reject(new Error('no'));`,
  };
  await t.rejects(host.load(forgotten), { code: 'plugin_invalid', message: /that was rejected: no$/ });
  t.equal(faults.length, endless.length, 'an error of the top level is no fault');
});
