import t from 'tap';
import { firewallAlerts } from '../services/readings/alerts.ts';
import { firewallRules } from '../services/readings/rules.ts';
import { firewallTunnels } from '../services/readings/tunnels.ts';

t.test('floating rules come first, and decide only when they are quick', async (t) => {
  const rules = firewallRules.rules({
    'firewall.rule': [
      {
        target_id: 'a',
        type: 'pass',
        interface: ['lan'],
        ipprotocol: 'inet',
        source: 'any',
        destination: '!lan',
      },
      { target_id: 'b', type: 'block', interface: ['wan'], floating: true, quick: true, direction: 'out' },
      {
        target_id: 'c',
        type: 'block',
        interface: ['any'],
        floating: true,
        source: 'hosts',
        protocol: 'tcp/udp',
      },
    ],
    'firewall.alias': [{ name: 'hosts', type: 'host', address: ['10.0.0.1', '10.0.0.2'] }],
  });
  t.match(rules, [
    { target_id: 'b', decides: true, conditions: ['direction=out'], in_interfaces: ['wan'] },
    {
      target_id: 'c',
      decides: false,
      in_interfaces: null,
      source: { networks: ['10.0.0.1', '10.0.0.2'] },
      protocols: ['tcp', 'udp'],
    },
    { target_id: 'a', decides: true, source: null, destination: { negated: true, names: ['lan'] } },
  ]);
});

t.test('exceptions from translation put nothing in', async (t) => {
  const nat = firewallRules.nat({
    'nat.outbound': [{ target_id: 'o', interface: 'wan', nonat: true, target: '203.0.113.2' }],
    'nat.one_to_one': [{ target_id: 'b', interface: 'wan', external: '203.0.113.3', source: '10.0.0.3' }],
  });
  t.match(nat, [
    { kind: 'source', translated_to: null },
    { kind: 'one_to_one', translated_to: '203.0.113.3', source: { networks: ['10.0.0.3'] } },
  ]);
});

t.test('tunnels are told with their networks', async (t) => {
  const tunnels = firewallTunnels.tunnels({
    'vpn.ipsec_phase1': [{ target_id: '1', ikeid: 1, descr: 'branch', remote_gateway: '203.0.113.7' }],
    'vpn.ipsec_phase2': [
      { ikeid: 1, localid_type: 'lan', remoteid_address: '10.7.0.0', remoteid_netbits: 16 },
      { ikeid: 2, remoteid_address: '10.8.0.0', remoteid_netbits: 16 },
    ],
    'vpn.openvpn_server': [
      { target_id: '2', vpnid: 1, mode: 'server_tls', interface: 'wan', local_port: '1194' },
    ],
  });
  t.match(tunnels, [
    { name: 'branch', local_networks: ['lan'], remote_networks: ['10.7.0.0/16'], role: 'site_to_site' },
    { name: 'OpenVPN 1', role: 'server', local: 'wan:1194', remote: null },
  ]);
});

t.test('lines of the packet filter are read for both versions', async (t) => {
  const text =
    '<134>1 2026-03-01T10:00:00.000+00:00 gw filterlog 8 - - filterlog[8]: ' +
    '4,,,1000000103,em0,match,block,in,4,0x0,,64,0,0,none,6,tcp,60,198.51.100.7,10.0.0.2,4711,22';
  const newer = 'gw filterlog[8]: 4,,,1,em0,match,pass,in,6,0x0,0x0,64,UDP,17,60,2001:db8::7,2001:db8::2,1,2';
  t.match(firewallAlerts([{ text }, { text: newer }], 10), [
    { action: 'pass', protocol: 'udp', source: '2001:db8::7', destination: '2001:db8::2', occurred_at: null },
    {
      action: 'block',
      protocol: 'tcp',
      source: '198.51.100.7',
      destination: '10.0.0.2',
      occurred_at: '2026-03-01T10:00:00.000Z',
    },
  ]);
});
