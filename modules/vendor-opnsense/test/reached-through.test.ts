import type { WriteInView } from '@patchbay/vendor-kit';
import t from 'tap';
import { reachedThrough, touchesPath } from '../services/writes/reached-through.ts';
import { labFirewall } from './lab-firewall.ts';

const url = 'https://192.168.1.1';
const interfaces = [
  { identifier: 'lan', device: 'vlan0.30', addr4: '192.168.1.1/24' },
  { identifier: 'wan', device: 'igb0', addr4: '203.0.113.2/24' },
];

const told = (write: Partial<WriteInView>) =>
  reachedThrough(
    url,
    { feature: 'firewall.rule', operation: 'create', payload: {}, value: null, live: true, ...write },
    async () => interfaces,
  );

t.test('rules that can meet the platform are named, others are not', async (t) => {
  t.match(await told({ payload: { action: 'block', interface: 'lan' } }), [/port 443/]);
  t.same(await told({ payload: { action: 'pass' } }), []);
  t.same(await told({ payload: { action: 'block', protocol: 'UDP' } }), []);
  t.same(await told({ payload: { action: 'block', protocol: 'TCP', destination_port: '80' } }), []);
  t.match(await told({ payload: { action: 'block', protocol: 'TCP', destination_port: '400-500' } }), [
    /443/,
  ]);
  t.match(await told({ operation: 'delete' }), [/may be a rule/]);
  t.match(await told({ operation: 'delete', value: { action: 'pass' } }), [/443/]);
  t.match(await told({ feature: 'nat.port_forward', payload: { destination: { port: '443' } } }), [/443/]);
  t.same(await told({ feature: 'nat.port_forward', payload: { destination: { port: '8443' } } }), []);
});

t.test('addresses and interfaces of the path are named', async (t) => {
  const feature = 'interfaces.assignment';
  const value = { ipaddr: '192.168.1.1/24' };
  t.match(await told({ feature, operation: 'update', value, payload: { enable: '0' } }), [
    /which is this address/,
  ]);
  t.same(await told({ feature, operation: 'update', value: { ipaddr: '10.0.0.1/24' }, payload: {} }), []);
  t.match(await told({ feature, operation: 'update' }), [/may hold the address/]);
  const vlan = { feature: 'interfaces.vlan', operation: 'delete' as const };
  t.match(await told({ ...vlan, value: { vlanif: 'vlan0.30' } }), [/over vlan0\.30/]);
  t.same(await told({ ...vlan, value: { vlanif: 'vlan0.40' } }), []);
  t.match(
    await told({ ...vlan, value: { vlanif: 'vlan0.40' }, live: false }),
    [/may reach/],
    'unread, it may be',
  );
  t.match(await told({ feature: 'system.user', operation: 'delete' }), [/API key/]);
  t.ok(touchesPath('interfaces.bridge'));
  t.notOk(touchesPath('dns.acl'));
});

t.test('a session looks through the envelope of a payload', async (t) => {
  const { session } = await labFirewall(t);
  const write = { feature: 'firewall.rule', operation: 'create', value: null, live: false } as const;
  const wrapped = await session.reachesThrough({ ...write, payload: { rule: { action: 'block' } } });
  t.equal(wrapped.length, 1);
});
