import t from 'tap';
import { type Bench, bench, row, rows } from './support/bench.ts';

/** Asks until the router answers or refuses as wanted; ends with the runner's own deadline. */
async function until(lab: Bench, reachable: boolean): Promise<void> {
  for (;;) {
    const isUp = await lab.call('GET', '/system/identity').then(
      () => true,
      () => false,
    );
    if (isUp === reachable) return;
  }
}

const guard = async (lab: Bench, interval: string): Promise<string | undefined> => {
  await lab.call('POST', '/system/backup/save', { name: 'guard', 'dont-encrypt': 'yes' });
  const entry = await lab.call('PUT', '/system/scheduler', {
    name: 'guard',
    interval,
    'on-event': '/system/backup/load name=guard password=""',
  });
  t.equal(entry.status, 201, JSON.stringify(entry.json));
  return row(entry)['.id'];
};

t.test('an entry that restores a backup takes back what cut the platform off', async (t) => {
  const lab = await bench(t);
  await guard(lab, '90s');
  const service = rows(await lab.call('GET', '/ip/service')).find(({ name }) => name === 'www');
  await lab.call('PATCH', `/ip/service/${service?.['.id']}`, { disabled: 'yes' });
  await until(lab, false);
  lab.router.clock.advance(89_000);
  await t.rejects(lab.call('GET', '/system/identity'), { code: 'ECONNREFUSED' });
  lab.router.clock.advance(1_000);
  lab.router.clock.advance(60_000);
  await until(lab, true);
  t.same(rows(await lab.call('GET', '/system/scheduler')), [], 'the entry came after the backup');
  t.match(rows(await lab.call('GET', '/file')), [{ name: 'guard.backup' }], 'files stay');
});

t.test('an entry that is removed, disabled or without power does not run', async (t) => {
  const lab = await bench(t);
  const id = await guard(lab, '60s');
  t.match(rows(await lab.call('GET', '/system/scheduler')), [{ 'run-count': '0', 'next-run': /^\d{4}-/ }]);
  await lab.call('POST', '/system/identity/set', { name: 'changed' });
  await lab.call('PATCH', `/system/scheduler/${id}`, { disabled: 'yes' });
  lab.router.clock.advance(120_000);
  await lab.call('PATCH', `/system/scheduler/${id}`, { disabled: 'no' });
  await lab.router.power(false);
  lab.router.clock.advance(120_000);
  await lab.router.power(true);
  await until(lab, true);
  await lab.call('DELETE', `/system/scheduler/${id}`);
  lab.router.clock.advance(120_000);
  t.same((await lab.call('GET', '/system/identity')).json, { name: 'changed' });
});

t.test('an entry runs a script by name, again and again', async (t) => {
  const lab = await bench(t);
  await lab.call('PUT', '/system/script', { name: 'rename', source: '/system identity set name="twice"' });
  await lab.call('PUT', '/system/scheduler', { name: 'often', interval: '1m', 'on-event': 'rename' });
  lab.router.clock.advance(60_000);
  lab.router.clock.advance(60_000);
  t.same((await lab.call('GET', '/system/identity')).json, { name: 'twice' });
  t.match(rows(await lab.call('GET', '/system/scheduler')), [{ 'run-count': '2' }]);
});

t.test('who takes away the interface they come by is cut off', async (t) => {
  const lab = await bench(t, { reached_by: 'bridge' });
  const [bridge] = rows(await lab.call('GET', '/interface/bridge'));
  const answer = await lab.call('PATCH', `/interface/bridge/${bridge?.['.id']}`, { disabled: 'yes' });
  t.equal(answer.status, 200, 'told before the cut');
  await until(lab, false);
});
