import t from 'tap';
import { deviceFirewall } from '../services/readings/rules.ts';
import { deviceTunnels } from '../services/readings/tunnels.ts';
import { deviceVlans } from '../services/readings/vlans.ts';

const bridge = { '.id': '@device:1', name: 'br-lan', type: 'bridge', ports: ['eth1'] };
const wanted = { vlan_id: 20, name: 'guest', subnet: null };

t.test('a VLAN is named by the interface on it, and nameless without one', async (t) => {
  const objects = {
    'interfaces.bridge_vlan': [
      { '.id': '@v:1', device: 'br-lan', vlan: '10', ports: ['lan1:u*'] },
      { '.id': '@v:2', device: 'br-lan', vlan: '20' },
    ],
    'interfaces.interface': [
      { '.name': 'staff', device: 'br-lan.10', ipaddr: '10.0.10.1', netmask: '255.255.255.0' },
    ],
  };
  t.match(deviceVlans.read(objects), [
    { vlan_id: 10, name: 'staff', subnet: '10.0.10.0/24' },
    { vlan_id: 20, name: null, subnet: null },
  ]);
  t.match(deviceVlans.write({ ...wanted, vlan_id: 30 }, null, objects), {
    feature: 'interfaces.bridge_vlan',
    payload: { device: 'br-lan', vlan: 30, ports: ['lan1:t'] },
  });
});

t.test('a bridge that filters nothing gets a VLAN device, so that nothing untagged is cut off', async (t) => {
  t.match(deviceVlans.write(wanted, null, { 'interfaces.device': [bridge] }), {
    feature: 'interfaces.device',
    payload: { name: 'br-lan.20', type: '8021q', ifname: 'br-lan', vid: '20' },
  });
  t.match(deviceVlans.write(wanted, null, {}), { refused: /no one bridge/ });
});

t.test('rules are read with zones, defaults and exclusions', async (t) => {
  const rules = deviceFirewall.rules({
    'firewall.rule': [
      { '.id': 'a', name: 'ssh', src: 'wan', dest_port: '22', target: 'REJECT' },
      {
        '.id': 'b',
        src: '*',
        dest: 'lan',
        proto: 'all',
        src_ip: ['!10.0.0.0/8'],
        target: 'ACCEPT',
        enabled: '0',
      },
      { '.id': 'c', dest: 'wan', proto: ['udp'], dest_port: ['53', '1000:2000'], target: 'MARK' },
    ],
  });
  t.match(rules, [
    {
      chain: 'input',
      protocols: ['tcp', 'udp'],
      in_interfaces: ['zone wan'],
      action: 'reject',
      decides: true,
    },
    {
      chain: 'forward',
      protocols: null,
      in_interfaces: null,
      out_interfaces: ['zone lan'],
      source: { negated: true, networks: ['10.0.0.0/8'] },
      enabled: false,
    },
    { chain: 'output', destination_ports: ['53', '1000-2000'], action: 'other', decides: false },
  ]);
});

t.test('WireGuard interfaces are told with their peers', async (t) => {
  const [tunnel] = deviceTunnels.tunnels({
    'vpn.wireguard_interface': [{ '.id': 'wg0', '.name': 'wg0', listen_port: '51820' }],
    'vpn.wireguard_peer': [
      { '.type': 'wireguard_wg0', endpoint_host: '203.0.113.7', allowed_ips: ['10.7.0.0/16'] },
      { '.type': 'wireguard_other', endpoint_host: '203.0.113.8' },
    ],
  });
  t.match(tunnel, { role: 'peer', peers: 1, remote: '203.0.113.7', remote_networks: ['10.7.0.0/16'] });
});
