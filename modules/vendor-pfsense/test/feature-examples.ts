type Fields = Readonly<Record<string, unknown>>;

export interface Example {
  /** Payload of the create, or of the only operation. */
  readonly create?: Fields;
  readonly update?: Fields;
  /** Payload of a delete that takes filters. */
  readonly filters?: Fields;
  /** Target where the feature cannot make its own. */
  readonly target?: string;
}

const key = `${'A'.repeat(43)}=`;
const openvpn = {
  mode: 'p2p_tls',
  dev_mode: 'tun',
  protocol: 'UDP4',
  interface: 'wan',
  caref: '66aa00000001',
  data_ciphers: ['AES-256-GCM'],
  data_ciphers_fallback: 'AES-256-CBC',
  digest: 'SHA256',
};
const match = { interface: 'wan', source: '10.20.0.0/24', destination: 'any' };

const phase1 = {
  iketype: 'ikev2',
  protocol: 'inet',
  interface: 'wan',
  authentication_method: 'pre_shared_key',
  myid_type: 'myaddress',
  peerid_type: 'peeraddress',
  pre_shared_key: 'between the two',
  encryption: [
    {
      encryption_algorithm_name: 'aes',
      encryption_algorithm_keylen: 256,
      hash_algorithm: 'sha256',
      dhgroup: 14,
    },
  ],
};

/** One example per feature, in an order in which each finds what it refers to. */
export const examples: Readonly<Record<string, Example>> = {
  'firewall.alias': {
    create: { name: 'web_hosts', type: 'host', address: ['10.20.0.10', '10.20.0.11'] },
    update: { descr: 'changed', address: ['10.20.0.12'] },
  },
  'firewall.schedule': {
    create: { name: 'worktime', timerange: [{ position: [1, 2, 3, 4, 5], hour: '8:00-17:00' }] },
    update: { name: 'office_hours' },
  },
  'firewall.rule': {
    create: {
      type: 'pass',
      interface: ['lan'],
      ipprotocol: 'inet',
      protocol: 'tcp',
      source: 'any',
      destination: 'admin_hosts',
      destination_port: '443',
      descr: 'allow web',
    },
    update: { type: 'block', log: true },
  },
  'firewall.virtual_ip': {
    create: { mode: 'ipalias', interface: 'wan', type: 'single', subnet: '203.0.113.20', subnet_bits: 32 },
    update: { subnet: '203.0.113.21' },
  },
  'firewall.advanced': { update: { checkaliasesurlcert: false } },
  'firewall.states': { filters: { protocol: 'tcp', source__startswith: '10.88.0.1' } },
  'nat.port_forward': {
    create: {
      interface: 'wan',
      ipprotocol: 'inet',
      protocol: 'tcp',
      source: 'any',
      destination: 'wan:ip',
      destination_port: '8443',
      target: '10.20.0.10',
      local_port: '443',
    },
    update: { destination_port: '9443' },
  },
  'nat.outbound': { create: { ...match, target: 'wan:ip' }, update: { source: '10.21.0.0/24' } },
  'nat.outbound_mode': { update: { mode: 'hybrid' } },
  'nat.one_to_one': {
    create: { interface: 'wan', external: '203.0.113.10', source: '10.20.0.10', destination: 'any' },
    update: { external: '203.0.113.11' },
  },
  'shaper.limiter': {
    create: {
      name: 'lim1',
      enabled: true,
      aqm: 'droptail',
      sched: 'fifo',
      bandwidth: [{ bw: 10, bwscale: 'Mb' }],
    },
    update: { enabled: false },
  },
  'shaper.interface': {
    create: { interface: 'wan', scheduler: 'HFSC', bandwidthtype: 'Mb', bandwidth: 100 },
    update: { bandwidth: 200 },
  },
  'shaper.queue': {
    create: { parent_id: 'lan', name: 'qVoice', qlimit: 50, bandwidth: 10 },
    update: { qlimit: 60 },
  },
  'dhcp.server': { target: 'lan', update: { domain: 'office.lan', defaultleasetime: 3_600 } },
  'dhcp.static_mapping': {
    create: { parent_id: 'lan', mac: 'aa:bb:cc:dd:ee:01', ipaddr: '192.168.1.50', hostname: 'printer' },
    update: { mac: 'aa:bb:cc:dd:ee:02' },
  },
  'dhcp.address_pool': {
    create: { parent_id: 'lan', range_from: '192.168.1.200', range_to: '192.168.1.210' },
    update: { range_to: '192.168.1.220' },
  },
  'dhcp.custom_option': {
    create: { parent_id: 'lan', number: 66, type: 'text', value: 'boot.lan' },
    update: { value: 'other.lan' },
  },
  'dhcp.relay': { update: { server: ['10.0.0.3'], interface: ['opt1'] } },
  'dhcp.backend': { update: { dhcpbackend: 'kea' } },
  'dns.host_override': {
    create: {
      host: 'nas',
      domain: 'lab.internal',
      ip: ['192.168.1.9'],
      aliases: [{ host: 'files', domain: 'lab.internal' }],
    },
    update: { host: 'storage' },
  },
  'dns.domain_override': {
    create: { domain: 'corp.internal', ip: '10.0.0.53' },
    update: { ip: '10.0.0.54' },
  },
  'dns.access_list': {
    create: { name: 'inside', action: 'allow', networks: [{ network: '10.0.0.0', mask: 8 }] },
    update: { action: 'deny' },
  },
  'dns.resolver_settings': { update: { dnssec: true, forwarding: true } },
  'dns.forwarder_override': {
    create: { host: 'nas', domain: 'lab.internal', ip: '192.168.1.9' },
    update: { ip: '192.168.1.10' },
  },
  'dns.system_servers': { update: { dnsserver: ['9.9.9.9', '1.1.1.1'] } },
  'vpn.ipsec_phase1': {
    create: {
      ...phase1,
      remote_gateway: '198.51.100.2',
    },
    update: { descr: 'branch' },
  },
  'vpn.ipsec_phase2': {
    create: {
      ikeid: 1,
      mode: 'tunnel',
      localid_type: 'lan',
      remoteid_type: 'network',
      remoteid_address: '10.30.0.0',
      remoteid_netbits: 24,
      encryption_algorithm_option: [{ name: 'aes', keylen: 256 }],
      hash_algorithm_option: ['hmac_sha256'],
    },
    update: { disabled: true },
  },
  'vpn.wireguard_tunnel': {
    create: { privatekey: key, listenport: '51821', addresses: [{ address: '10.6.0.1', mask: 24 }] },
    update: { descr: 'branches' },
  },
  'vpn.wireguard_peer': {
    create: { publickey: key, tun: 'unassigned', allowedips: [{ address: '10.6.0.2', mask: 32 }] },
    update: { persistentkeepalive: 25 },
  },
  'vpn.openvpn_server': {
    create: {
      ...openvpn,
      certref: '66aa00000002',
      dh_length: '2048',
      ecdh_curve: 'none',
      tls: 'a static key',
      tls_type: 'auth',
      use_tls: true,
    },
    update: { description: 'branches' },
  },
  'vpn.openvpn_client': {
    create: { ...openvpn, server_addr: 'vpn.example.org', server_port: '1194', proxy_authtype: 'none' },
    update: { description: 'to the office' },
  },
  'vpn.openvpn_override': {
    create: { common_name: 'road-1', tunnel_network: '10.7.0.8/30' },
    update: { block: true },
  },
  'routing.gateway': {
    create: { name: 'GW2', interface: 'lan', ipprotocol: 'inet', gateway: '192.168.1.254' },
    update: { gateway: '192.168.1.253' },
  },
  'routing.gateway_group': {
    create: { name: 'both', priorities: [{ gateway: 'GWBASE', tier: 1 }] },
    update: { trigger: 'downloss' },
  },
  'routing.static_route': {
    create: { network: '10.99.0.0/16', gateway: 'GWBASE' },
    update: { network: '10.98.0.0/16' },
  },
  'routing.default_gateway': { update: { defaultgw4: 'GWBASE' } },
  'interfaces.vlan': { create: { if: 'em1', tag: 40, descr: 'users' }, update: { tag: 41 } },
  'interfaces.assignment': {
    create: { if: 'em3', descr: 'DMZ', typev4: 'static', ipaddr: '10.50.0.1', subnet: 24, enable: true },
    update: { descr: 'SERVERS' },
  },
  'interfaces.lagg': { create: { members: ['em4', 'em5'], proto: 'lacp' }, update: { proto: 'failover' } },
  'interfaces.bridge': { create: { members: ['lan', 'opt1'] }, update: { descr: 'one net' } },
  'interfaces.gre': {
    create: {
      if: 'wan',
      remote_addr: '198.51.100.9',
      tunnel_local_addr: '10.8.0.1',
      tunnel_remote_addr: '10.8.0.2',
    },
    update: { descr: 'to the branch' },
  },
  'interfaces.group': { create: { ifname: 'inner', members: ['lan', 'opt1'] }, update: { members: ['lan'] } },
  'services.control': { update: { name: 'unbound', action: 'restart' } },
  'services.ntp': { update: { orphan: 10 } },
  'services.ssh': { update: { port: '2222' } },
  'services.watchdog': { create: { name: 'unbound' }, update: { notify: true } },
  'services.haproxy_backend': {
    create: { name: 'web', servers: [{ name: 'one', address: '10.20.0.10', port: '443' }] },
    update: { balance: 'leastconn' },
  },
  'services.freeradius_user': {
    create: { username: 'visitor', password: 'a password' },
    update: { description: 'front desk' },
  },
  'cron.job': {
    create: {
      minute: '*/5',
      hour: '*',
      mday: '*',
      month: '*',
      wday: '*',
      who: 'root',
      command: '/usr/bin/true',
    },
    update: { minute: '*/10' },
  },
  'diagnostics.ping': { create: { host: '192.0.2.1', count: 3 } },
  'diagnostics.table_flush': { target: 'virusprot' },
  'diagnostics.command': { create: { command: 'uptime' } },
  'system.user': {
    create: { name: 'auditor', password: 'Passw0rd!x', priv: ['page-all'] },
    update: { descr: 'audits' },
  },
  'system.tunable': {
    create: { tunable: 'net.inet.tcp.blackhole', value: '2' },
    update: { value: '1' },
  },
  'system.hostname': { update: { hostname: 'edge', domain: 'lab.internal' } },
  'system.package': { create: { name: 'pfSense-pkg-nmap' } },
  'system.reboot': { update: {} },
  'system.halt': { update: {} },
  'system.firmware_update': { update: {} },
};

/** Objects the examples refer to, by the feature that makes them. */
export const prerequisites: readonly (readonly [string, Fields])[] = [
  ['routing.gateway', { name: 'GWBASE', interface: 'lan', ipprotocol: 'inet', gateway: '192.168.1.250' }],
  ['shaper.interface', { interface: 'lan', scheduler: 'HFSC', bandwidthtype: 'Mb', bandwidth: 100 }],
  [
    'vpn.ipsec_phase1',
    {
      ...phase1,
      remote_gateway: '198.51.100.99',
    },
  ],
];
