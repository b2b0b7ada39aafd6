import t from 'tap';
import { loadFeatures } from '../services/writes/features.ts';
import { ends } from './feature-samples.ts';
import { labRouter } from './lab-router.ts';

const features = loadFeatures();

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
    ['services.ip_service', 'security.user', 'system.scheduler', 'system.script', ...ends],
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

t.test('a create without the required fields is refused by name', async (t) => {
  const { client } = await labRouter(t);
  for (const { feature, required, calls, menu } of features) {
    if (required.length === 0 || calls.create?.kind !== 'create') continue;
    await t.rejects(client.create(menu, {}), { message: /missing value\(s\) of argument\(s\) / }, feature);
  }
});
