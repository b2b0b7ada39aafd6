import t from 'tap';
import { consoleFirewall } from '../services/readings/rules.ts';
import { consoleTunnels } from '../services/readings/tunnels.ts';
import { networkVlans } from '../services/readings/vlans.ts';

const zones = [
  { id: 'z1', name: 'Internal' },
  { id: 'z2', name: 'External' },
];

t.test('networks with a VLAN are read with their addresses; the untagged one is none', async (t) => {
  const objects = {
    'network.vlan': [
      { id: 'n1', name: 'Default', vlanId: 1, enabled: true },
      {
        id: 'n2',
        name: 'Staff',
        vlanId: 20,
        enabled: false,
        ipv4Configuration: { hostIpAddress: '192.168.20.1', prefixLength: 24 },
      },
    ],
  };
  const [staff] = networkVlans.read(objects);
  t.same(networkVlans.read(objects).length, 1);
  t.match(staff, { vlan_id: 20, subnet: '192.168.20.0/24', enabled: false, target_id: 'n2' });
  const wanted = { vlan_id: 20, name: 'Staff', subnet: null };
  t.match(networkVlans.write(wanted, staff ?? null, objects), {
    operation: 'update',
    target_id: 'n2',
    payload: { enabled: true },
  });
  t.match(networkVlans.write({ ...wanted, vlan_id: 4_050 }, null, objects), { refused: /4009/ });
});

t.test('a policy is read with its zones, addresses, ports and what else it asks', async (t) => {
  const policy = {
    id: 'p1',
    name: 'web',
    enabled: true,
    action: { type: 'ALLOW' },
    source: {
      zoneId: 'z1',
      trafficFilter: {
        type: 'IP_ADDRESS',
        ipAddressFilter: { type: 'SPECIFIC', items: [{ value: '10.0.0.0/8' }], matchOpposite: true },
      },
    },
    destination: {
      zoneId: 'z2',
      trafficFilter: { type: 'PORT', portFilter: { trafficMatchingListId: 'l1', matchOpposite: false } },
    },
    ipProtocolScope: { ipVersion: 'IPV4', protocolFilter: { type: 'PRESET', preset: { name: 'TCP_UDP' } } },
    connectionStateFilter: ['NEW'],
    loggingEnabled: true,
  };
  const list = { id: 'l1', items: [{ value: 443 }, { start: 8_000, stop: 8_100 }] };
  const objects = {
    'firewall.policy': [policy],
    'firewall.zone': zones,
    'firewall.matching_list': [list],
  };
  t.match(consoleFirewall.rules(objects), [
    {
      action: 'accept',
      family: 'ipv4',
      protocols: ['tcp', 'udp'],
      in_interfaces: ['zone Internal'],
      out_interfaces: ['zone External'],
      source: { negated: true, networks: ['10.0.0.0/8'], names: [] },
      destination: null,
      destination_ports: ['443', '8000-8100'],
      conditions: ['connectionStateFilter=["NEW"]'],
      logged: true,
    },
  ]);
  t.match(consoleFirewall.rules({ 'firewall.policy': [policy] }), [{ destination_ports: ['list l1'] }]);
});

t.test('rules of older consoles are read in their order, groups looked up', async (t) => {
  const rules = consoleFirewall.rules({
    'firewall.rule': [
      { _id: 'b', ruleset: 'WAN_IN', rule_index: 2001, action: 'drop', protocol: 'all' },
      {
        _id: 'a',
        ruleset: 'WAN_IN',
        rule_index: 2000,
        action: 'accept',
        protocol: 'tcp',
        src_firewallgroup_ids: ['g1'],
        dst_firewallgroup_ids: ['g2'],
      },
    ],
    'firewall.group': [
      { _id: 'g1', group_type: 'address-group', group_members: ['198.51.100.0/24'] },
      { _id: 'g2', group_type: 'port-group', group_members: ['22'] },
    ],
  });
  t.match(rules, [
    { target_id: 'a', source: { networks: ['198.51.100.0/24'] }, destination_ports: ['22'], chain: 'WAN_IN' },
    { target_id: 'b', source: null, protocols: null, action: 'drop' },
  ]);
});

t.test('tunnels are told by purpose and type', async (t) => {
  const tunnels = consoleTunnels.tunnels({
    'vpn.site_to_site': [
      {
        _id: 's1',
        name: 'Branch',
        vpn_type: 'ipsec-vpn',
        enabled: true,
        ipsec_peer_ip: '203.0.113.7',
        remote_vpn_subnets: ['10.7.0.0/16'],
      },
    ],
    'vpn.client': [{ _id: 'c1', name: 'Out', vpn_type: 'wireguard-client', enabled: false }],
  });
  t.match(tunnels, [
    { protocol: 'ipsec', role: 'site_to_site', remote: '203.0.113.7', remote_networks: ['10.7.0.0/16'] },
    { protocol: 'wireguard', role: 'client', enabled: false },
  ]);
});
