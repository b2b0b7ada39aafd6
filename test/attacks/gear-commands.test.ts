import t from 'tap';
import { bootPlatform, type Person } from '../harness/index.ts';

/** A write by which gear would run something, or let someone in, on behalf of an operator. */
interface Attack {
  readonly vendor: string;
  readonly family: string;
  readonly feature: string;
  readonly operation?: 'create' | 'update' | 'delete';
  readonly target_id?: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

const router = (area: string, feature: string, payload: Attack['payload']): Attack => ({
  vendor: 'mikrotik',
  family: `routeros-${area}`,
  feature: `routeros.${feature}`,
  payload,
});
const device = (area: string, feature: string, payload: Attack['payload'], target_id?: string): Attack => ({
  vendor: 'openwrt',
  family: `openwrt-${area}`,
  feature: `openwrt.${feature}`,
  operation: 'update',
  payload,
  ...(target_id === undefined ? {} : { target_id }),
});
const sense = (area: string, feature: string, payload: Attack['payload']): Attack => ({
  vendor: 'opnsense',
  family: `opnsense-${area}`,
  feature: `opnsense.${feature}`,
  payload,
});
const wall = (area: string, feature: string, payload: Attack['payload']): Attack => ({
  vendor: 'pfsense',
  family: `pfsense-${area}`,
  feature: `pfsense.${feature}`,
  payload,
});
const host = (area: string, feature: string, payload: Attack['payload']): Attack => ({
  vendor: 'proxmox',
  family: `vmhost-${area}`,
  feature: `vmhost.${feature}`,
  payload,
});
const console = (area: string, feature: string, payload: Attack['payload']): Attack => ({
  vendor: 'unifi',
  family: area,
  feature,
  payload,
});

const script = ':log info message="mine"';
const every = { minute: '*/5', hour: '*', mday: '*', month: '*', wday: '*', who: 'root' };
const tunnel = { purpose: 'vpn-client', vpn_type: 'openvpn-client', name: 'away' };
const update = { operation: 'update' } as const;
const guest = { node: 'pve2', vmid: 911, ostemplate: 'local:vztmpl/alpine.tar.zst', rootfs: 'local-lvm:4' };

const attacks: readonly Attack[] = [
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

const platform = await bootPlatform(t, { work: false });
const owner = await platform.owner();
const operator = await platform.person('operator');
const chief = await platform.person('site_admin');
const site_id = await platform.site(owner, 'Office');

const controllers = new Map<string, string>();
async function controllerOf(vendor: string): Promise<string> {
  const known = controllers.get(vendor);
  if (known !== undefined) return known;
  const body = { name: vendor, site_id, vendor, url: 'https://192.0.2.1' };
  const answer = await platform.call('POST', '/controllers', { as: owner, body });
  if (answer.status !== 201) throw new Error(`${vendor} answered ${answer.status}: ${answer.text}`);
  controllers.set(vendor, answer.body.id);
  return answer.body.id;
}

async function stage(attack: Attack, by: { as: Person } | { apiKey: string }) {
  const { vendor, family, feature, operation = 'create', target_id, payload } = attack;
  const at = vendor === 'unifi' ? `/sites/${site_id}` : '';
  const place = `/gateway-${family}/${await controllerOf(vendor)}${at}`;
  const body = { payload, ...(target_id === undefined ? {} : { target_id }) };
  return platform.call('POST', `${place}/changes/${feature}?operation=${operation}`, { ...by, body });
}

for (const attack of attacks) {
  const { feature, payload } = attack;
  t.test(`an operator stages no ${feature} with ${Object.keys(payload).join(', ')}`, async (t) => {
    const refused = await stage(attack, { as: operator });
    t.equal(refused.status, 403, refused.text);
    const staged = await stage(attack, { as: chief });
    t.match(
      { status: staged.status, risk: staged.body.risk },
      { status: 201, risk: 'catastrophic' },
      staged.text,
    );
    const body = { force: true };
    const path = `/gateway-vpn/changes/${staged.body.id}/apply`;
    t.equal((await platform.call('POST', path, { as: operator, body })).status, 403, 'nor applies one');
    const view = await platform.call('GET', `/changes/${staged.body.id}`, { as: operator });
    t.equal(view.body.status, 'pending');
  });
}

t.test('what carries no script stays an everyday write', async (t) => {
  for (const attack of [
    router('ppp', 'ppp.profile', { name: 'a', 'local-address': '10.8.0.1', 'on-up': '' }),
    router('services', 'services.netwatch', { host: '9.9.9.9' }),
    router('services', 'services.radius', { service: 'ppp', address: '10.0.0.8', secret: 'shared' }),
    {
      ...router('services', 'services.radius', { service: 'ppp', address: '10.0.0.8' }),
      ...update,
      target_id: '*1',
    },
    {
      ...router('services', 'services.radius', { comment: 'spare' }),
      ...update,
      target_id: '*1',
    },
    device('firewall', 'firewall.include', { enabled: '0' }, '@include:0'),
    device('services', 'services.control', { name: 'dnsmasq', action: 'restart' }),
    device('services', 'services.control', { name: 'dropbear', action: 'stop' }),
    {
      ...host('vm', 'vm.config', { usb0: 'host=spice,usb3=1', scsi1: 'file=local-lvm:8,serial=a/b' }),
      ...update,
      target_id: '100',
    },
    {
      ...host('container', 'container.config', { features: 'nesting=1,fuse=1' }),
      ...update,
      target_id: '910',
    },
    host('container', 'container.create', { ...guest, unprivileged: true, mp0: 'local-lvm:8,mp=/srv' }),
    { ...host('vm', 'vm.config', { serial0: 'socket', scsi1: 'local-lvm:8' }), ...update, target_id: '100' },
    router('dhcp', 'dhcp.server', { interface: 'bridge', 'lease-script': '' }),
    device('dns', 'dns.settings', { cachesize: '500' }),
    { ...wall('dns', 'dns.resolver_settings', { dnssec: true }), ...update },
    { ...wall('services', 'services.control', { name: 'unbound', action: 'restart' }), ...update },
    host('vm', 'vm.create', {
      node: 'pve1',
      vmid: 901,
      description: 'a script writer',
      sshkeys: 'ssh-ed25519%20A',
    }),
    { ...console('wifi', 'wifi.client_kick', { cmd: 'kick-sta', mac: '02:cc:00:00:00:01' }), ...update },
  ]) {
    const staged = await stage(attack, { as: operator });
    t.match({ status: staged.status, risk: staged.body.risk }, { status: 201, risk: 'normal' }, staged.text);
  }
});

const keyWith = async (...scopes: readonly string[]): Promise<string> => {
  const made = await platform.call('POST', '/api-keys', { as: owner, body: { name: 'k', scopes } });
  if (made.status !== 201) throw new Error(made.text);
  return made.body.secret;
};

t.test('a raw call takes the right of the call that it carries', async (t) => {
  const policy = '6650a1b2-0000-4000-8000-000000000001';
  const raw = {
    ...console('openapi', 'openapi.operation', {
      operation_id: 'deleteFirewallPolicy',
      path: { firewallPolicyId: policy },
    }),
    ...update,
  };
  const network = await keyWith('network:write');
  t.equal((await stage(raw, { apiKey: network })).status, 403, 'deletes a policy');
  const firewall = await keyWith('network:write', 'firewall:write', 'controller:read');
  const staged = await stage(raw, { apiKey: firewall });
  t.match({ status: staged.status, risk: staged.body.risk }, { status: 201, risk: 'normal' }, staged.text);
  const path = `/gateway-vpn/changes/${staged.body.id}/apply`;
  const applied = await platform.call('POST', path, { apiKey: network, body: { force: true } });
  t.equal(applied.status, 403, 'nor applies what another staged');
  const plain = {
    operation_id: 'createNetwork',
    body: { management: 'UNMANAGED', name: 'a', enabled: true, vlanId: 99 },
  };
  t.equal((await stage({ ...raw, payload: plain }, { apiKey: network })).status, 201, 'makes a network');
});

t.test('a raw call that no feature makes is catastrophic and asks for controller:write', async (t) => {
  const raw = {
    ...console('openapi', 'openapi.operation', {
      operation_id: 'deleteVouchers',
      query: { filter: "name.eq('a')" },
    }),
    ...update,
  };
  t.equal((await stage(raw, { as: operator })).status, 403);
  t.equal((await stage(raw, { apiKey: await keyWith('network:write') })).status, 403);
  const staged = await stage(raw, { as: chief });
  t.match(
    { status: staged.status, risk: staged.body.risk },
    { status: 201, risk: 'catastrophic' },
    staged.text,
  );
});

t.test('any setting, and many devices at once, take the rights of what they write', async (t) => {
  const setting = {
    ...console('raw', 'raw.setting', { key: 'ips', ips_mode: 'ids' }),
    ...update,
    target_id: 'ips',
  };
  t.equal((await stage(setting, { apiKey: await keyWith('controller:write') })).status, 403);
  t.equal(
    (await stage(setting, { apiKey: await keyWith('controller:write', 'firewall:write') })).status,
    201,
  );
  const restart = {
    ...console('bulk', 'bulk.device_restart', { deviceIds: ['6650a1b2-0000-4000-8000-000000000001'] }),
    ...update,
  };
  t.equal((await stage(restart, { apiKey: await keyWith('network:write') })).status, 403);
  const both = await keyWith('network:write', 'controller:write');
  t.equal((await stage(restart, { apiKey: both })).status, 201);
});

t.test(
  'a script that came through a key without controller:write is refused though its owner may',
  async (t) => {
    const profile = router('ppp', 'ppp.profile', { name: 'a', 'on-up': script });
    t.equal((await stage(profile, { apiKey: await keyWith('network:write') })).status, 403);
    const both = await keyWith('network:write', 'controller:write');
    t.equal((await stage(profile, { apiKey: both })).status, 201);
  },
);

t.test('a door to the shell that is closed further is no catastrophe', async (t) => {
  const closing = { PasswordAuth: '0', RootPasswordAuth: 'off', RootLogin: '0', enable: '0' };
  const staged = await stage(device('services', 'services.ssh', closing, '@dropbear:0'), { as: chief });
  t.match({ status: staged.status, risk: staged.body.risk }, { status: 201, risk: 'normal' }, staged.text);
});

t.test('a change is discarded by whom every permission of its write is given', async (t) => {
  const profile = router('ppp', 'ppp.profile', { name: 'a', 'on-up': script });
  const staged = await stage(profile, { as: chief });
  t.equal(staged.status, 201, staged.text);
  const path = `/gateway-vpn/changes/${staged.body.id}/discard`;
  for (const scope of ['network:write', 'controller:write'])
    t.equal((await platform.call('POST', path, { apiKey: await keyWith(scope) })).status, 403, scope);
  const both = await keyWith('network:write', 'controller:write');
  t.equal((await platform.call('POST', path, { apiKey: both })).status, 200);
});
