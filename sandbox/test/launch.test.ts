import { type StdioOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { findLaunchTools } from '../host/children/isolation.ts';
import { isolationOf, launchPlans } from '../host/children/launch.ts';
import { SandboxChild } from '../host/children/sandbox-child.ts';

const linux = { skip: process.platform !== 'linux' };

t.test('a child comes up by every plan, down to the plainest', linux, async (t) => {
  const plans = launchPlans(await findLaunchTools(), t.testdir({}));
  t.ok(plans.length >= 1);
  for (const plan of plans) {
    const child = new SandboxChild(plan, 1024);
    // A user of its own may be refused the folder of an installation; the pool then takes the next plan.
    if (await child.hello) t.ok(child.residentBytes() > 0, JSON.stringify(isolationOf(plan)));
    else t.ok(plan.ownUser, JSON.stringify(isolationOf(plan)));
    await child.kill();
  }
  t.match(plans.at(-1)?.tools, { shell: null, nice: null, unshare: null, setpriv: null });
});

t.test('a child has no environment, lowest priority and bounded resources', linux, async (t) => {
  const [plan] = launchPlans(await findLaunchTools(), t.testdir({}));
  if (plan === undefined) throw new Error('no plan');
  const isolation = isolationOf(plan);
  const child = new SandboxChild({ ...plan, ownUser: false }, 1024);
  t.teardown(() => child.kill());
  t.equal(await child.hello, true);
  const about = (file: string) => readFileSync(`/proc/${child.pid}/${file}`, 'utf8');
  if (plan.tools.env !== null) t.equal(about('environ'), '');
  if (isolation.nice) t.equal(about('stat').split(') ')[1]?.split(' ')[16], '19');
  if (isolation.resourceLimits)
    t.match(about('limits'), /Max core file size +0 +0[\s\S]*Max open files +64 +64/);
  if (isolation.network === 'namespace') t.notMatch(about('net/dev'), /eth|ens|enp|wlan/);
});

t.test('descriptors that the platform was started with do not reach a child', linux, async (t) => {
  const secret = join(t.testdir({ secret: 'of the platform' }), 'secret');
  const descriptor = openSync(secret, 'r');
  t.teardown(() => closeSync(descriptor));
  // Beyond the sixteenth and after a gap: Node marks those before by itself.
  const stdio: StdioOptions = ['ignore', 'pipe', 'inherit', ...new Array(37).fill('ignore'), descriptor];
  const fixture = new URL('./fixtures/inheriting-parent.ts', import.meta.url).pathname;
  const parent = spawn(process.execPath, [fixture], { stdio });
  t.teardown(() => parent.kill('SIGKILL'));
  const [line] = await once(parent.stdout ?? parent, 'data');
  const { own, child }: { own: string[]; child: string[] } = JSON.parse(String(line));
  t.ok(own.includes(secret), 'the platform holds it');
  t.strictSame(
    child.filter((path) => path.startsWith('/') && path !== '/dev/null'),
    [],
  );
});
