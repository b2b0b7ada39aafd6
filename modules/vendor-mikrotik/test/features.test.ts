import t from 'tap';
import { type FeatureCall, loadFeatures } from '../services/features.ts';
import type { FieldValues, RouterOsClient } from '../services/rest-client.ts';
import { changes, examples, prerequisites } from './feature-examples.ts';
import { labRouter } from './lab-router.ts';

const features = loadFeatures();
const takesRouterDown = new Set([
  'routeros.services.ip_service',
  'routeros.system.config_restore',
  'routeros.system.reboot',
  'routeros.system.shutdown',
  'routeros.system.factory_reset',
  'routeros.system.package_upgrade',
]);

t.test('every row of the table is loaded, with its operations and fields', async (t) => {
  t.equal(features.length, 78);
  t.equal(new Set(features.map((feature) => feature.feature)).size, features.length);
  for (const { feature, area, operations, calls, permission } of features) {
    t.ok(feature.startsWith(`routeros.${area}.`), feature);
    t.same(Object.keys(calls).sort(), [...operations].sort(), feature);
    t.match(permission, /^(network|controller):write$/);
  }
  t.same(
    features
      .filter((feature) => feature.catastrophic)
      .map((feature) => feature.feature.slice('routeros.'.length)),
    [
      'services.ip_service',
      'system.config_restore',
      'system.reboot',
      'system.shutdown',
      'system.factory_reset',
      'system.package_upgrade',
      'system.routerboot_upgrade',
    ],
  );
  const [vlan] = features;
  t.match(vlan, {
    feature: 'routeros.interfaces.vlan',
    menu: '/interface/vlan',
    command: null,
    required: ['interface', 'vlan-id'],
  });
  t.match(
    features.find((feature) => feature.feature === 'routeros.diagnostics.ping'),
    {
      menu: '',
      command: 'ping',
      operations: ['create'],
      calls: { create: { kind: 'command', menu: '', command: 'ping' } },
    },
  );
});

t.test('every feature with a plausible payload is taken by the router, operation by operation', async (t) => {
  const { client } = await labRouter(t);
  for (const [menu, fields] of prerequisites) await client.create(menu, fields);
  for (const { feature, calls, operations, menu } of features) {
    if (takesRouterDown.has(feature)) continue;
    const payload = examples[feature] ?? {};
    let id = payload['.id'] === undefined ? await firstId(client, menu) : String(payload['.id']);
    for (const operation of operations) {
      const call = calls[operation];
      if (call === undefined) continue;
      const fields =
        operation === 'update' && calls.create ? (changes[feature] ?? { comment: 'changed' }) : payload;
      await t.resolves(
        perform(client, call, id, fields).then((made) => {
          id = made ?? id;
        }),
        `${feature} ${operation}`,
      );
    }
  }
});

t.test('a create without the required fields is refused by name', async (t) => {
  const { client } = await labRouter(t);
  for (const { feature, required, calls, menu } of features) {
    if (required.length === 0 || calls.create?.kind !== 'create') continue;
    await t.rejects(client.create(menu, {}), { message: /missing value\(s\) of argument\(s\) / }, feature);
  }
});

async function perform(
  client: RouterOsClient,
  call: FeatureCall,
  id: string,
  fields: FieldValues,
): Promise<string | undefined> {
  if (call.kind === 'create') return (await client.create(call.menu, fields))['.id'];
  if (call.kind === 'set') await client.set(call.menu, id, fields);
  else if (call.kind === 'remove') await client.remove(call.menu, id);
  else await client.command(`${call.menu}/${call.command}`, fields);
  return undefined;
}

async function firstId(client: RouterOsClient, menu: string): Promise<string> {
  if (menu !== '/interface/ethernet' && menu !== '/interface/ethernet/poe') return '*0';
  return (await client.print(menu))[0]?.['.id'] ?? '*0';
}
