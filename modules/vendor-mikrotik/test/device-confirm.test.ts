import { AdapterError } from '@patchbay/vendor-kit';
import t from 'tap';
import { coveredFeatures, routerConfirm } from '../services/exchange/device-confirm.ts';
import { loadFeatures } from '../services/writes/features.ts';
import { labRouter } from './lab-router.ts';

const NAME = 'patchbay-0199aa00-0000-7000-8000-000000000001';

t.test('armed, the router takes back what is written, and nothing is left of the entry', async (t) => {
  const { client, router } = await labRouter(t);
  const confirm = routerConfirm(client);
  const token = await confirm.arm(NAME, 90);
  t.ok(await confirm.isArmed(token));
  await client.command('/system/identity/set', { name: 'changed' });
  router.clock.advance(90_000);
  router.clock.advance(60_000);
  while ((await client.print('/system/identity').catch(() => [])).length === 0) t.pass('on its way up');
  t.match(await client.print('/system/identity'), [{ name: 'lab-router' }]);
  t.notOk(await confirm.isArmed(token));
  t.equal((await client.print('/file')).length, 1);
  await confirm.keep(token);
  t.same(await client.print('/file'), [], 'the backup with its secrets is gone');
});

t.test('kept, it stands, and keeping twice is no error', async (t) => {
  const { client, router } = await labRouter(t);
  const confirm = routerConfirm(client);
  const token = await confirm.arm(NAME, 90);
  await client.command('/system/identity/set', { name: 'changed' });
  await confirm.keep(token);
  await confirm.keep(token);
  router.clock.advance(900_000);
  t.match(await client.print('/system/identity'), [{ name: 'changed' }]);
  t.same(await client.print('/file'), []);
});

t.test('an entry that is refused leaves no backup behind', async (t) => {
  const { client, router } = await labRouter(t);
  router.faults.set({ kind: 'unauthorized', count: 1, method: 'PUT', path: '/rest/system/scheduler' });
  await t.rejects(routerConfirm(client).arm(NAME, 90), AdapterError);
  t.same(await client.print('/file'), []);
});

t.test('only plain names become part of a script', async (t) => {
  const { client, router } = await labRouter(t);
  await t.rejects(routerConfirm(client).arm('a; /system/reboot', 90), { message: /Not a name/ });
  t.equal(router.ledger.size, 0);
});

t.test('reboots, pings and upgrades are not taken back by a backup', async (t) => {
  const covered = coveredFeatures(loadFeatures());
  for (const name of [
    'firewall.filter',
    'firewall.move',
    'dns.settings',
    'services.ip_service',
    'system.identity',
  ])
    t.ok(covered.has(name), name);
  for (const name of [
    'system.reboot',
    'system.config_restore',
    'system.backup_save',
    'diagnostics.ping',
    'dns.flush',
  ])
    t.notOk(covered.has(name), name);
});
