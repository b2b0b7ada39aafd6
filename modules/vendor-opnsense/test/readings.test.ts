import t from 'tap';
import { firewallRules } from '../services/readings/rules.ts';
import { firewallTunnels } from '../services/readings/tunnels.ts';

const rule = (uuid: string, facts: Record<string, string>) => ({
  uuid,
  enabled: '1',
  action: 'pass',
  quick: '1',
  interface: 'lan',
  direction: 'in',
  ipprotocol: 'inet',
  protocol: 'any',
  source_net: 'any',
  destination_net: 'any',
  ...facts,
});

t.test('floating rules come before those of groups and of interfaces, whatever their numbers', async (t) => {
  const rules = firewallRules.rules({
    'firewall.rule': [
      rule('lan', { sequence: '1' }),
      rule('late', { sequence: '9' }),
      rule('group', { sequence: '5', interface: 'inside' }),
      rule('floating', { sequence: '7', interface: 'lan,wan', quick: '0' }),
    ],
    'firewall.group': [{ ifname: 'inside' }],
  });
  t.same(
    rules.map(({ target_id, position, decides }) => [target_id, position, decides]),
    [
      ['floating', 0, false],
      ['group', 1, true],
      ['lan', 2, true],
      ['late', 3, true],
    ],
  );
});

t.test('aliases that stand still are looked up, those that move stay names', async (t) => {
  const [first] = firewallRules.rules({
    'firewall.rule': [
      rule('a', {
        source_net: 'servers',
        destination_net: 'moving',
        destination_port: 'web',
        protocol: 'TCP/UDP',
      }),
    ],
    'firewall.alias': [
      { name: 'servers', type: 'host', enabled: '1', content: '10.0.0.1\n10.0.0.2' },
      { name: 'moving', type: 'host', enabled: '1', content: 'example.com' },
      { name: 'web', type: 'port', enabled: '1', content: '443\n8000:8100' },
    ],
  });
  t.match(first, {
    source: { networks: ['10.0.0.1', '10.0.0.2'], names: [] },
    destination: { networks: [], names: ['moving'] },
    destination_ports: ['443', '8000-8100'],
    protocols: ['tcp', 'udp'],
    conditions: ['direction=in'],
  });
});

t.test('IPsec connections are told with the networks of their children', async (t) => {
  const [tunnel] = firewallTunnels.tunnels({
    'vpn.ipsec_connection': [{ uuid: 'c', enabled: '1', description: 'branch', remote_addrs: '203.0.113.7' }],
    'vpn.ipsec_child': [{ connection: 'c', local_ts: '10.1.0.0/16', remote_ts: '10.2.0.0/16,10.3.0.0/16' }],
  });
  t.match(tunnel, {
    name: 'branch',
    role: 'site_to_site',
    remote: '203.0.113.7',
    local_networks: ['10.1.0.0/16'],
    remote_networks: ['10.2.0.0/16', '10.3.0.0/16'],
  });
});
