/** A write by which gear would run something, or let someone in, on behalf of an operator. */
export interface Attack {
  readonly vendor: string;
  readonly family: string;
  readonly feature: string;
  readonly operation?: 'create' | 'update' | 'delete';
  readonly target_id?: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

type Spelled = (area: string, feature: string, payload: Attack['payload']) => Attack;

/** Writes to gear of a vendor, whose families and features begin with these words. */
const attackOn =
  (vendor: string, family: string, features: string): Spelled =>
  (area, feature, payload) => ({
    vendor,
    family: `${family}${area}`,
    feature: `${features}${feature}`,
    payload,
  });

export const router = attackOn('mikrotik', 'routeros-', 'routeros.');
export const sense = attackOn('opnsense', 'opnsense-', 'opnsense.');
export const wall = attackOn('pfsense', 'pfsense-', 'pfsense.');
export const host = attackOn('proxmox', 'vmhost-', 'vmhost.');
export const console = attackOn('unifi', '', '');
const accessPoint = attackOn('openwrt', 'openwrt-', 'openwrt.');
export const device = (
  area: string,
  feature: string,
  payload: Attack['payload'],
  target_id?: string,
): Attack => ({
  ...accessPoint(area, feature, payload),
  operation: 'update',
  ...(target_id === undefined ? {} : { target_id }),
});

export const script = ':log info message="mine"';
export const every = { minute: '*/5', hour: '*', mday: '*', month: '*', wday: '*', who: 'root' };
export const tunnel = { purpose: 'vpn-client', vpn_type: 'openvpn-client', name: 'away' };
export const update = { operation: 'update' } as const;
export const guest = {
  node: 'pve2',
  vmid: 911,
  ostemplate: 'local:vztmpl/alpine.tar.zst',
  rootfs: 'local-lvm:4',
};

export const attacks: readonly Attack[] = [
  router('system', 'system.scheduler', { name: 'a', interval: '1m', 'on-event': script }),
  router('system', 'system.script', { name: 'a', source: script }),
  router('security', 'security.user', { name: 'a', group: 'full', password: 'pass' }),
  router('services', 'services.netwatch', { host: '9.9.9.9', 'up-script': script }),
  router('services', 'services.netwatch', { host: '9.9.9.9', 'down-script': script }),
  router('services', 'services.radius', { service: 'login', address: '10.0.0.8', secret: 'shared' }),
  {
    ...router('services', 'services.radius', { address: '203.0.113.9', secret: 'mine' }),
    ...update,
    target_id: '*1',
  },
  router('ppp', 'ppp.profile', { name: 'a', 'on-up': script }),
  router('ppp', 'ppp.profile', { name: 'a', 'on-down': script }),
  router('dhcp', 'dhcp.server', { interface: 'bridge', 'lease-script': script }),
  router('dhcp', 'dhcp.client', { interface: 'ether1', script }),
  router('container', 'container.container', { 'remote-image': 'library/sample:latest', cmd: 'sh' }),
  router('container', 'container.container', { 'remote-image': 'library/sample:latest' }),
  device('cron', 'cron.jobs', { data: '* * * * * /sbin/reboot\n' }),
  { ...device('diagnostics', 'diagnostics.exec', { command: '/bin/echo' }), operation: 'create' },
  device('dns', 'dns.settings', { dhcpscript: '/tmp/mine' }),
  device('dns', 'dns.settings', { values: { dhcpscript: '/tmp/mine' } }),
  device('dns', 'dns.settings', { extraconftext: 'dhcp-script=/tmp/mine' }),
  { ...device('firewall', 'firewall.include', { path: '/tmp/mine', type: 'script' }), operation: 'create' },
  device('firewall', 'firewall.include', { values: { enabled: '1' } }, '@include:0'),
  device('firewall', 'firewall.include', { fw4_compatible: '1' }, '@include:0'),
  device('firewall', 'firewall.include', { values: { enabled: '' } }, '@include:0'),
  device('firewall', 'firewall.include', { fw4_compatible: '' }, '@include:0'),
  device('firewall', 'firewall.include', { type: '' }, '@include:0'),
  { ...device('services', 'services.ssh', { ForceCommand: '/tmp/mine' }), target_id: '@dropbear:0' },
  device('services', 'services.ssh', { PasswordAuth: '' }, '@dropbear:0'),
  device('services', 'services.ssh', { values: { RootPasswordAuth: '' } }, '@dropbear:0'),
  device('services', 'services.ssh', { Interface: '' }, '@dropbear:0'),
  device('services', 'services.ssh', { DirectInterface: 'wan' }, '@dropbear:0'),
  device('services', 'services.ssh', { Port: 2222 }, '@dropbear:0'),
  device('services', 'services.ssh', { enable: '1' }, '@dropbear:0'),
  device('services', 'services.ssh', { enable: '' }, '@dropbear:0'),
  device('services', 'services.ssh', { BannerFile: '/etc/shadow' }, '@dropbear:0'),
  { ...device('services', 'services.ssh', { MaxAuthTries: 3 }), operation: 'create' },
  device('services', 'services.control', { name: 'dropbear', action: 'start' }),
  device('services', 'services.control', { name: 'firewall', action: 'stop' }),
  device('services', 'services.ddns', { ip_source: 'script' }, 'myddns'),
  device('system', 'system.settings', { urandom_seed: '/etc/profile' }),
  device('dhcp', 'dhcp.odhcpd', { leasetrigger: '/tmp/mine' }),
  sense('cron', 'cron.job', { minutes: '*', hours: '*', command: 'ids update', description: 'mine' }),
  sense('system', 'system.user', { name: 'mine', password: 'Passw0rd!x', priv: 'page-all' }),
  sense('services', 'services.monit_service', {
    enabled: '1',
    name: 'mine',
    type: 'custom',
    path: '/tmp/mine',
  }),
  wall('cron', 'cron.job', { ...every, command: '/tmp/mine' }),
  wall('system', 'system.user', { name: 'mine', password: 'Passw0rd!x', priv: ['page-all'] }),
  { ...wall('dns', 'dns.resolver_settings', { custom_options: 'server: include: /tmp/mine' }), ...update },
  { ...wall('services', 'services.ssh', { enable: true }), ...update },
  { ...wall('services', 'services.ssh', { sshdkeyonly: null }), ...update },
  { ...wall('services', 'services.ssh', { port: '2222' }), ...update },
  { ...wall('services', 'services.control', { name: 'sshd', action: 'start' }), ...update },
  wall('services', 'services.watchdog', { name: 'sshd' }),
  { ...wall('vpn', 'vpn.openvpn_client', { proxy_user: 'a\nup /tmp/mine' }), ...update, target_id: '1' },
  { ...router('services', 'services.radius', { disabled: 'no' }), ...update, target_id: '*1' },
  host('vm', 'vm.create', { node: 'pve1', vmid: 900, hookscript: 'local:snippets/mine.sh' }),
  { ...host('vm', 'vm.config', { args: '-daemonize' }), ...update, target_id: 'pve1/100' },
  { ...host('vm', 'vm.config', { serial0: '/dev/ttyS0' }), ...update, target_id: 'pve1/100' },
  { ...host('vm', 'vm.config', { scsi1: '/dev/sda' }), ...update, target_id: 'pve1/100' },
  host('vm', 'vm.create', { node: 'pve1', vmid: 902, scsi0: 'import-from=/dev/sda,file=local-lvm:0' }),
  { ...host('vm', 'vm.config', { scsi1: 'size=1G,volume=/dev/sda' }), ...update, target_id: 'pve1/100' },
  { ...host('vm', 'vm.config', { scsi1: 'file=/dev/sda,file=local:8' }), ...update, target_id: 'pve1/100' },
  { ...host('vm', 'vm.config', { cdrom: '/dev/sda' }), ...update, target_id: 'pve1/100' },
  { ...host('vm', 'vm.config', { usb0: 'usb3=1,host=1-2' }), ...update, target_id: 'pve1/100' },
  { ...host('vm', 'vm.config', { usb0: '1-2' }), ...update, target_id: 'pve1/100' },
  { ...host('container', 'container.config', { mp0: '/etc,mp=/mnt' }), ...update, target_id: 'pve2/910' },
  {
    ...host('container', 'container.config', { features: 'nesting=1,mknod=1' }),
    ...update,
    target_id: 'pve2/910',
  },
  host('container', 'container.create', { ...guest, unprivileged: true, features: 'mount=nfs;cifs' }),
  { ...host('container', 'container.config', { delete: 'unprivileged' }), ...update, target_id: 'pve2/910' },
  { ...host('container', 'container.config', { dev0: '/dev/mem' }), ...update, target_id: 'pve2/910' },
  host('container', 'container.create', { ...guest, hostname: 'unconfined' }),
  host('storage', 'storage.definition', { storage: 'mine', type: 'dir', path: '/etc', content: 'iso' }),
  host('backup', 'backup.job', { schedule: 'daily', storage: 'local', all: 1, dumpdir: '/etc' }),
  host('backup', 'backup.job', { schedule: 'daily', storage: 'local', all: 1, script: '/tmp/mine' }),
  {
    ...console('vpn', 'vpn.client', { ...tunnel, openvpn_configuration: 'up /tmp/mine' }),
    operation: 'create',
  },
  {
    ...console('routing', 'routing.dynamic_dns', { service: 'custom', host_name: 'a', options: ['--exec'] }),
    operation: 'create',
  },
  { ...console('raw', 'raw.setting', { key: 'mgmt', led_enabled: true }), ...update, target_id: 'mgmt' },
];
