import t from 'tap';
import { type Bench, bench, row, rows } from './support/bench.ts';

/** Asks until the router answers or refuses as wanted; ends with the runner's own deadline. */
async function until(bench: Bench, reachable: boolean): Promise<void> {
  for (;;) {
    const up = await bench.call('GET', '/system/identity').then(
      () => true,
      () => false,
    );
    if (up === reachable) return;
  }
}

t.test('a reboot is answered, refuses connections for its time, and starts the uptime anew', async (t) => {
  const lab = await bench(t);
  t.equal((await lab.call('POST', '/system/reboot', {})).status, 200);
  await until(lab, false);
  await t.rejects(lab.call('GET', '/system/identity'), { code: 'ECONNREFUSED' });
  t.match((await lab.control('GET', '/')).json, { up: false, writes: 1 });
  lab.router.clock.advance(59_000);
  await t.rejects(lab.call('GET', '/system/identity'), { code: 'ECONNREFUSED' });
  lab.router.clock.advance(1_000);
  await until(lab, true);
  t.match(row(await lab.call('GET', '/system/resource'))['uptime'], /^\d+s$/);
});

t.test('an upgrade takes effect with the reboot it causes', async (t) => {
  const lab = await bench(t);
  const check = rows(await lab.call('POST', '/system/package/update/check-for-updates', { once: '' }))[0];
  t.match(check, {
    'installed-version': '7.22.2',
    'latest-version': '7.22.3',
    status: 'New version is available',
  });
  t.equal((await lab.call('POST', '/system/package/update/install', {})).status, 200);
  await until(lab, false);
  lab.router.clock.advance(60_000);
  await until(lab, true);
  t.equal(row(await lab.call('GET', '/system/resource'))['version'], '7.22.3 (stable)');
  t.equal(row(await lab.call('GET', '/system/routerboard'))['upgrade-firmware'], '7.22.3');
});

t.test('a backup brings the saved configuration back, with the right password only', async (t) => {
  const lab = await bench(t);
  await lab.call('POST', '/system/backup/save', { name: 'before', password: 'p' });
  await lab.call('POST', '/system/identity/set', { name: 'changed' });
  const wrong = await lab.call('POST', '/system/backup/load', { name: 'before', password: 'q' });
  t.equal(row(wrong)['detail'], 'failure: wrong password');
  await lab.call('POST', '/system/backup/load', { name: 'before', password: 'p' });
  await until(lab, false);
  lab.router.clock.advance(60_000);
  await until(lab, true);
  t.same((await lab.call('GET', '/system/identity')).json, { name: 'lab-router' });
});

t.test('a factory reset forgets the site and keeps the label login', async (t) => {
  const lab = await bench(t);
  await lab.call('POST', '/system/reset-configuration', { 'no-defaults': 'no', 'skip-backup': 'no' });
  await until(lab, false);
  lab.router.clock.advance(60_000);
  await until(lab, true);
  t.same((await lab.call('GET', '/system/identity')).json, { name: 'MikroTik' });
  t.same((await lab.call('GET', '/interface/vlan')).json, []);
});

t.test('disabling the service in use cuts the caller off until someone opens it again', async (t) => {
  const lab = await bench(t);
  const own = row(await lab.call('GET', '/ip/service?name=www'))['.id'];
  t.equal((await lab.call('PATCH', `/ip/service/${own}`, { disabled: 'yes' })).status, 200);
  await until(lab, false);
  await lab.control('POST', '/power', { up: true });
  await until(lab, true);
  t.equal(row(await lab.call('GET', `/ip/service/${own}`))['disabled'], 'false');
});
