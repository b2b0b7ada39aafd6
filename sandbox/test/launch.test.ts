import { readFileSync } from 'node:fs';
import t from 'tap';
import { SandboxChild } from '../host/child.ts';
import { findLaunchTools } from '../host/isolation.ts';
import { isolationOf, launchPlans } from '../host/launch.ts';

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
