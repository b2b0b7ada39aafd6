import type { WriteInView } from '@patchbay/vendor-kit';
import t from 'tap';
import { reachedThrough, touchesPath } from '../services/writes/reached-through.ts';
import { featureOf, features, labFirewall, push } from './lab-firewall.ts';

const path = { url: 'https://192.168.1.1:8443', username: 'patchbay' };
const ports = [{ name: 'lan', hwif: 'em1.20', ipaddr: '192.168.1.1' }];

const told = (feature: string, write: Partial<WriteInView>): Promise<readonly string[]> =>
  reachedThrough(
    path,
    { feature, operation: 'update', payload: {}, value: null, live: true, ...write },
    async () => ports,
  );

t.test('a write that touches the way the firewall is reached is told in words', async (t) => {
  const warned: readonly (readonly [string, Partial<WriteInView>, RegExp])[] = [
    ['firewall.rule', { operation: 'create', payload: { type: 'block' } }, /own packets to port 8443/],
    ['firewall.rule', {}, /may be a rule/],
    [
      'firewall.rule',
      { operation: 'delete', value: { type: 'pass', destination_port: '8000:9000' } },
      /8443/,
    ],
    ['nat.port_forward', { operation: 'create', payload: { destination_port: 'web_ports' } }, /elsewhere/],
    ['interfaces.assignment', { value: { ipaddr: '192.168.1.1' } }, /which is this address/],
    ['interfaces.assignment', {}, /may hold the address/],
    [
      'firewall.virtual_ip',
      { operation: 'create', payload: { subnet: '192.168.1.1' } },
      /takes as its address/,
    ],
    ['interfaces.vlan', { operation: 'delete', value: { vlanif: 'em1.20' } }, /over em1\.20/],
    ['interfaces.bridge', { value: { bridgeif: 'bridge0', members: ['lan'] } }, /over em1\.20/],
    ['system.user', { value: { name: 'patchbay' } }, /signs in as this user/],
  ];
  for (const [feature, write, words] of warned) {
    t.ok(touchesPath(feature), feature);
    t.match((await told(feature, write)).join(), words, `${feature} ${JSON.stringify(write)}`);
  }
});

t.test('a write beside the path is not', async (t) => {
  const quiet: readonly (readonly [string, Partial<WriteInView>])[] = [
    ['firewall.rule', { operation: 'create', payload: { type: 'pass' } }],
    ['firewall.rule', { operation: 'create', payload: { type: 'block', protocol: 'udp' } }],
    ['firewall.rule', { operation: 'create', payload: { type: 'block', destination_port: '22' } }],
    ['interfaces.vlan', { operation: 'delete', value: { vlanif: 'em1.30' } }],
    ['interfaces.assignment', { value: { ipaddr: '10.0.0.1' }, payload: { descr: 'x' } }],
    ['system.user', { value: { name: 'somebody' } }],
    ['dns.host_override', {}],
  ];
  for (const [feature, write] of quiet)
    t.same(await told(feature, write), [], `${feature} ${JSON.stringify(write)}`);
  t.notOk(touchesPath('dns.host_override'));
});

t.test(
  'what undoing does not bring back is said, and fields can be cleared as the product does',
  async (t) => {
    t.match(featureOf('firewall.rule').undoCaution?.('delete'), /end of its list/);
    t.match(featureOf('vpn.ipsec_phase1').undoCaution?.('update'), /Secrets/);
    t.equal(featureOf('firewall.alias').undoCaution?.('delete'), undefined);
    const unset = (name: string, field: string) => featureOf(name).unsetValue?.(field);
    t.equal(unset('firewall.rule', 'protocol'), null);
    t.equal(unset('firewall.rule', 'descr'), '');
    t.same(unset('firewall.alias', 'detail'), []);
    t.equal(unset('firewall.rule', 'disabled'), false);
    t.equal(unset('firewall.alias', 'type'), undefined);
    t.equal(unset('firewall.alias', 'no_such'), undefined);
    t.equal(features.length, 59);
  },
);

t.test('a child that was removed can be made again from what was read of it', async (t) => {
  const { session, lab } = await labFirewall(t);
  const mapping = featureOf('dhcp.static_mapping');
  const made = { parent_id: 'lan', mac: 'aa:bb:cc:dd:ee:01', ipaddr: '192.168.1.50' };
  const { target_id } = await mapping.apply(session, push('create', made));
  const value = (await mapping.read?.(session, target_id)) ?? {};
  await mapping.apply(session, push('delete', {}, target_id));
  const declared = Object.keys((mapping.payload('create') as { properties: object }).properties);
  const again = Object.fromEntries(
    Object.entries(value).filter(([field, each]) => declared.includes(field) && each !== null),
  );
  t.equal((await mapping.apply(session, push('create', again))).target_id, target_id);
  t.match(lab.state().running['DHCPServer']?.[0], { staticmap: [{ mac: 'aa:bb:cc:dd:ee:01' }] });
});
