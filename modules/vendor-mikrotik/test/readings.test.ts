import t from 'tap';
import { routerAlerts } from '../services/readings/alerts.ts';
import { routerFirewall } from '../services/readings/rules.ts';
import { routerTunnels, TUNNEL_STATE, tunnelStates } from '../services/readings/tunnels.ts';
import { routerVlans } from '../services/readings/vlans.ts';

t.test('a VLAN takes the network of the address on it, and its name stays unique', async (t) => {
  const objects = {
    'interfaces.vlan': [
      { '.id': '*1', name: 'guest', 'vlan-id': '20', interface: 'bridge', disabled: 'true' },
      { '.id': '*2', name: 'staff', 'vlan-id': '10', interface: 'bridge' },
    ],
    'interfaces.address': [{ interface: 'guest', address: '10.0.20.1/24' }],
    'interfaces.interface': [{ name: 'guest' }, { name: 'staff' }, { name: 'lab' }],
  };
  const [staff, guest] = routerVlans.read(objects);
  t.match(
    [staff, guest],
    [
      { vlan_id: 10, subnet: null, enabled: true },
      { vlan_id: 20, subnet: '10.0.20.0/24', enabled: false },
    ],
  );
  t.match(routerVlans.write({ vlan_id: 30, name: 'lab', subnet: null }, null, objects), {
    payload: { name: 'vlan30-lab', interface: 'bridge', 'vlan-id': '30' },
  });
  t.same(routerVlans.write({ vlan_id: 20, name: 'guest', subnet: null }, guest ?? null, objects), {
    feature: 'interfaces.vlan',
    operation: 'update',
    target_id: '*1',
    payload: { disabled: 'false' },
  });
});

t.test('what a rule excludes, and every field that is not told otherwise, is a condition', async (t) => {
  const [rule, counting] = routerFirewall.rules({
    'firewall.filter': [
      {
        '.id': '*1',
        chain: 'forward',
        action: 'drop',
        protocol: '!tcp',
        'src-address': '!10.0.0.0/8',
        'in-interface-list': 'WAN',
        'dst-address-list': 'banned',
        'connection-state': 'new',
        packets: '0',
      },
      { '.id': '*2', chain: 'forward', action: 'passthrough', 'dst-port': '80,443', protocol: 'tcp' },
    ],
  });
  t.match(rule, {
    protocols: null,
    source: { negated: true, networks: ['10.0.0.0/8'] },
    destination: { networks: [], names: ['list banned'] },
    in_interfaces: ['list WAN'],
    conditions: ['connection-state=new', 'protocol=!tcp'],
    hits: 0,
    decides: true,
  });
  t.match(counting, { decides: false, action: 'other', hits: null, destination_ports: ['80', '443'] });
});

t.test('a tunnel stands as its interface did when it was read', async (t) => {
  const lists = {
    'vpn.wireguard': [{ '.id': '*1', name: 'wg', running: 'true' }],
    'vpn.gre': [{ '.id': '*2', name: 'gre', 'remote-address': '203.0.113.7', running: 'false' }],
    'vpn.l2tp_client': [{ '.id': '*3', name: 'l2tp', 'connect-to': '203.0.113.8' }],
  };
  const tunnels = routerTunnels.tunnels({ ...lists, [TUNNEL_STATE]: tunnelStates(lists) });
  t.same(
    tunnels.map(({ name, up }) => [name, up]),
    [
      ['wg', true],
      ['l2tp', null],
      ['gre', false],
    ],
  );
});

t.test('log lines of the firewall are alerts, newest first', async (t) => {
  const line = 'drop forward: in:ether1 out:bridge, proto TCP (SYN), 198.51.100.7:4711->10.0.0.2:22, len 60';
  const log = [
    { '.id': '*1', time: '2026-03-01 10:00:00', topics: 'firewall,info', message: line },
    { '.id': '*2', time: '2026-03-01 10:00:01', topics: 'system,info', message: 'logged in' },
    { '.id': '*3', time: '10:00:02', topics: 'firewall,warning', message: 'odd' },
  ];
  t.match(routerAlerts(log, 10), [
    { id: '*3', occurred_at: null, severity: 'medium', source: null },
    {
      id: '*1',
      occurred_at: '2026-03-01T10:00:00.000Z',
      source: '198.51.100.7:4711',
      destination: '10.0.0.2:22',
      protocol: 'tcp',
    },
  ]);
  t.equal(routerAlerts(log, 1).length, 1);
});
