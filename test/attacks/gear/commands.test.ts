import t from 'tap';
import { bootPlatform, type Person } from '../../harness/index.ts';
import {
  type Attack,
  attacks,
  console,
  device,
  guest,
  host,
  router,
  script,
  update,
  wall,
} from './writes.ts';

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
