import type { WriteInView } from '@patchbay/vendor-kit';
import t from 'tap';
import { reachedThrough, touchesPath } from '../services/writes/reached-through.ts';

const path = { url: 'https://192.168.88.1', username: 'patchbay' };
const addresses = [
  { address: '192.168.88.1/24', interface: 'bridge' },
  { address: '203.0.113.20/24', interface: 'ether1' },
];
let reads = 0;
const print = async () => {
  reads += 1;
  return addresses;
};

const warned = async (facts: Partial<WriteInView>, to = path): Promise<boolean> => {
  const write: WriteInView = {
    feature: 'x',
    operation: 'update',
    payload: {},
    value: null,
    live: true,
    ...facts,
  };
  return touchesPath(write.feature, write) && (await reachedThrough(to, write, print)).length > 0;
};

t.test('the address, the service and the user by which the platform comes are told', async (t) => {
  const feature = 'interfaces.address';
  t.ok(await warned({ feature, value: { address: '192.168.88.1/24' } }));
  t.notOk(await warned({ feature, value: { address: '10.0.0.1/24' } }));
  t.ok(await warned({ feature, operation: 'create', payload: { address: '192.168.88.1/32' } }));
  t.ok(await warned({ feature: 'services.ip_service', value: { name: 'www-ssl' } }));
  t.notOk(await warned({ feature: 'services.ip_service', value: { name: 'ssh' } }));
  t.ok(
    await warned(
      { feature: 'services.ip_service', value: { name: 'www' } },
      { ...path, url: 'http://192.168.88.1' },
    ),
  );
  t.ok(await warned({ feature: 'security.user', value: { name: 'patchbay' } }));
  t.notOk(await warned({ feature: 'security.user', value: { name: 'guest' } }));
  t.notOk(await warned({ feature: 'security.user', operation: 'create', payload: { name: 'new' } }));
});

t.test('a target that is not known yet may be the one', async (t) => {
  for (const feature of [
    'interfaces.address',
    'services.ip_service',
    'security.user',
    'firewall.filter',
    'interfaces.bridge',
  ])
    t.ok(await warned({ feature, payload: { disabled: 'yes' }, live: false }), feature);
});

t.test('input rules count when they can meet the platform’s packets', async (t) => {
  const rule = (payload: Record<string, unknown>, value: WriteInView['value'] = null) =>
    warned({ feature: 'firewall.filter', operation: value ? 'update' : 'create', payload, value });
  t.ok(await rule({ chain: 'input', action: 'drop' }));
  t.ok(await rule({ chain: 'input', action: 'drop', protocol: 'tcp', 'dst-port': '80,400-500' }));
  t.notOk(await rule({ chain: 'input', action: 'drop', protocol: 'tcp', 'dst-port': '22' }));
  t.notOk(await rule({ chain: 'input', action: 'drop', protocol: 'icmp' }));
  t.notOk(await rule({ chain: 'forward', action: 'drop' }));
  t.ok(await rule({ disabled: 'yes' }, { chain: 'input', action: 'accept' }));
  t.ok(
    await warned({
      feature: 'firewall.raw',
      operation: 'create',
      payload: { chain: 'prerouting', action: 'drop' },
    }),
  );
});

t.test(
  'of interfaces the one that holds the address counts; the router is read at review only',
  async (t) => {
    const feature = 'interfaces.bridge';
    const payload = { disabled: 'yes' };
    reads = 0;
    t.ok(await warned({ feature, payload, value: { name: 'bridge' }, live: false }));
    t.equal(reads, 0);
    t.ok(await warned({ feature, payload, value: { name: 'bridge' } }));
    t.notOk(await warned({ feature: 'interfaces.ethernet', payload, value: { name: 'ether7' } }));
    t.notOk(await warned({ feature, payload: { comment: 'uplink' }, value: { name: 'bridge' } }));
    t.notOk(await warned({ feature, operation: 'create', payload: { name: 'new' } }));
  },
);
