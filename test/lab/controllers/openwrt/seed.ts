import type { Section, UciValue } from './uci/section-names.ts';

type Options = Readonly<Record<string, UciValue>>;

const named = (type: string, name: string, options: Options): Section => ({
  name,
  type,
  anonymous: false,
  options: { ...options },
});

/** Its name is made when the file is read. */
const unnamed = (type: string, options: Options): Section => ({
  name: '',
  type,
  anonymous: true,
  options: { ...options },
});

const network: readonly Section[] = [
  named('interface', 'loopback', {
    device: 'lo',
    proto: 'static',
    ipaddr: '127.0.0.1',
    netmask: '255.0.0.0',
  }),
  unnamed('device', { name: 'br-lan', type: 'bridge', ports: ['eth1'] }),
  named('interface', 'lan', {
    device: 'br-lan',
    proto: 'static',
    ipaddr: '192.168.1.1',
    netmask: '255.255.255.0',
  }),
  named('globals', 'globals', { ula_prefix: 'fd12:3456:789a::/48', packet_steering: '1' }),
  named('interface', 'wan', { device: 'eth0', proto: 'dhcp' }),
  named('interface', 'wan6', { device: 'eth0', proto: 'dhcpv6' }),
];

const radio = (path: string, band: string, channel: string, htmode: string): Options => ({
  type: 'mac80211',
  path,
  band,
  channel,
  htmode,
});
const hidden = (device: string): Options => ({
  device,
  network: 'lan',
  mode: 'ap',
  ssid: 'OpenWrt',
  encryption: 'none',
});

const wireless: readonly Section[] = [
  named('wifi-device', 'radio0', radio('platform/soc/18000000.wifi', '2g', '1', 'HE20')),
  named('wifi-iface', 'default_radio0', hidden('radio0')),
  named('wifi-device', 'radio1', radio('platform/soc/18000000.wifi+1', '5g', '36', 'HE80')),
  named('wifi-iface', 'default_radio1', hidden('radio1')),
];

const firewall: readonly Section[] = [
  unnamed('defaults', { syn_flood: '1', input: 'REJECT', output: 'ACCEPT', forward: 'REJECT' }),
  unnamed('zone', { name: 'lan', network: ['lan'], input: 'ACCEPT', output: 'ACCEPT', forward: 'ACCEPT' }),
  unnamed('zone', {
    name: 'wan',
    network: ['wan', 'wan6'],
    input: 'REJECT',
    output: 'ACCEPT',
    forward: 'DROP',
    masq: '1',
    mtu_fix: '1',
  }),
  unnamed('forwarding', { src: 'lan', dest: 'wan' }),
  unnamed('rule', {
    name: 'Allow-DHCP-Renew',
    src: 'wan',
    proto: 'udp',
    dest_port: '68',
    target: 'ACCEPT',
    family: 'ipv4',
  }),
  unnamed('rule', {
    name: 'Allow-Ping',
    src: 'wan',
    proto: 'icmp',
    icmp_type: 'echo-request',
    family: 'ipv4',
    target: 'ACCEPT',
  }),
  unnamed('rule', { name: 'Allow-IGMP', src: 'wan', proto: 'igmp', family: 'ipv4', target: 'ACCEPT' }),
];

const dhcp: readonly Section[] = [
  unnamed('dnsmasq', {
    domainneeded: '1',
    boguspriv: '1',
    rebind_protection: '1',
    localservice: '1',
    local: '/lan/',
    domain: 'lan',
    leasefile: '/tmp/dhcp.leases',
  }),
  named('dhcp', 'lan', { interface: 'lan', start: '100', limit: '150', leasetime: '12h', dhcpv4: 'server' }),
  named('dhcp', 'wan', { interface: 'wan', ignore: '1' }),
  named('odhcpd', 'odhcpd', { maindhcp: '0', leasefile: '/tmp/hosts/odhcpd', loglevel: '4' }),
];

const system = (hostname: string): readonly Section[] => [
  unnamed('system', { hostname, timezone: 'UTC', zonename: 'UTC', ttylogin: '0', log_size: '128' }),
  named('timeserver', 'ntp', {
    enabled: '1',
    enable_server: '0',
    server: ['0.pool.ntp.example', '1.pool.ntp.example'],
  }),
  named('led', 'led_lan', {
    name: 'lan',
    sysfs: 'green:lan',
    trigger: 'netdev',
    dev: 'br-lan',
    mode: ['link'],
  }),
];

/** The files of a device that was just unpacked, with the packages of the feature table installed. */
export const factoryConfiguration = (hostname: string): Readonly<Record<string, readonly Section[]>> => ({
  network,
  wireless,
  firewall,
  dhcp,
  system: system(hostname),
  dropbear: [
    named('dropbear', 'main', { PasswordAuth: '1', RootPasswordAuth: '1', Port: '22', enable: '1' }),
  ],
  uhttpd: [
    named('uhttpd', 'main', {
      listen_http: ['0.0.0.0:80', '[::]:80'],
      listen_https: ['0.0.0.0:443', '[::]:443'],
      redirect_https: '0',
      home: '/www',
      max_requests: '3',
      ubus_prefix: '/ubus',
    }),
  ],
  rpcd: [unnamed('login', { username: 'root', password: '$p$root', read: ['*'], write: ['*'] })],
  openvpn: [named('openvpn', 'sample_server', { enabled: '0', port: '1194', proto: 'udp', dev: 'tun' })],
  ddns: [named('service', 'myddns', { enabled: '0', interface: 'wan', lookup_host: 'host.example' })],
  sqm: [named('queue', 'eth1', { enabled: '0', interface: 'eth1', download: '85000', upload: '10000' })],
});
