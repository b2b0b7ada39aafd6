import t from 'tap';
import { bootPlatform, type Person } from '../../harness/index.ts';

const platform = await bootPlatform(t, { work: false, environment: { ADAPTER_READ_ONLY: 'false' } });
const owner = await platform.owner();
const site_id = await platform.site(owner, 'Office');
const elsewhere = await platform.site(owner, 'Depot');
const chief = await platform.person('site_admin');
const call = platform.call.bind(platform);

async function register(vendor: string, name = vendor, at = site_id): Promise<string> {
  const body = { name, site_id: at, vendor, url: 'https://127.0.0.1:9' };
  const answer = await call('POST', '/controllers', { as: owner, body });
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.body.id;
}

const choose = (controller_id: string | null, as: Person = chief) =>
  call('PUT', `/gateway/sites/${site_id}/brain`, { as, body: { controller_id } });

interface Owned {
  readonly vendor: string;
  readonly family: string;
  readonly feature: string;
  readonly operation?: string;
  readonly target_id?: string;
  readonly payload: object;
}

const owned: readonly Owned[] = [
  {
    vendor: 'mikrotik',
    family: 'routeros-interfaces',
    feature: 'routeros.interfaces.vlan',
    payload: { name: 'a', interface: 'bridge', 'vlan-id': 40 },
  },
  {
    vendor: 'mikrotik',
    family: 'mikrotik-interfaces',
    feature: 'interfaces.address',
    payload: { address: '10.0.40.1/24', interface: 'a' },
  },
  { vendor: 'mikrotik', family: 'routeros-dhcp', feature: 'dhcp.server', payload: { interface: 'a' } },
  { vendor: 'opnsense', family: 'opnsense-interfaces', feature: 'interfaces.vlan', payload: {} },
  { vendor: 'opnsense', family: 'opnsense-dhcp', feature: 'dhcp.subnet4', payload: {} },
  { vendor: 'pfsense', family: 'pfsense-interfaces', feature: 'interfaces.vlan', payload: {} },
  { vendor: 'pfsense', family: 'pfsense-dhcp', feature: 'dhcp.server', payload: {} },
  { vendor: 'openwrt', family: 'openwrt-interfaces', feature: 'interfaces.bridge_vlan', payload: {} },
  { vendor: 'openwrt', family: 'openwrt-dhcp', feature: 'dhcp.pool', payload: {} },
  { vendor: 'unifi', family: 'switch-advanced', feature: 'network.vlan', payload: {} },
  {
    vendor: 'unifi',
    family: 'openapi',
    feature: 'openapi.operation',
    operation: 'update',
    payload: {
      operation_id: 'createNetwork',
      body: { management: 'UNMANAGED', name: 'a', enabled: true, vlanId: 40 },
    },
  },
];

const stage = (controller: string, { vendor, family, feature, operation = 'create', ...body }: Owned) => {
  const at = vendor === 'unifi' ? `/sites/${site_id}` : '';
  const { target_id, payload } = body;
  const path = `/gateway-${family}/${controller}${at}/changes/${feature}?operation=${operation}`;
  return call('POST', path, { as: chief, body: { payload, ...(target_id ? { target_id } : {}) } });
};

t.test('what orchestration owns is not staged on the brain, in the name of the feature', async (t) => {
  const controllers = new Map<string, string>();
  for (const each of owned) {
    const known = controllers.get(each.vendor) ?? (await register(each.vendor));
    controllers.set(each.vendor, known);
    t.equal((await choose(known)).status, 200);
    const refused = await stage(known, each);
    t.equal(refused.status, 409, refused.text);
    t.match(refused.body.error.message, each.feature === 'openapi.operation' ? 'network.vlan' : each.feature);
    t.equal((await call('GET', `/changes?controller_id=${known}`, { as: chief })).body.total, 0);
  }
  await choose(null);
});

const router = await register('mikrotik', 'core');
const limb = await register('mikrotik', 'limb');
const [vlan] = owned;
if (vlan === undefined) throw new Error('no sample');

t.test('other features of a brain are staged as anywhere, and its limbs take what it owns', async (t) => {
  t.equal((await choose(router)).status, 200);
  const filter = {
    vendor: 'mikrotik',
    family: 'routeros-firewall',
    feature: 'firewall.filter',
    payload: { chain: 'forward', action: 'drop' },
  };
  const client = { ...filter, family: 'routeros-dhcp', feature: 'dhcp.client', payload: { interface: 'e1' } };
  for (const each of [filter, client]) {
    const staged = await stage(router, each);
    t.equal(staged.status, 201, staged.text);
  }
  t.equal((await stage(limb, vlan)).status, 201);
});

t.test(
  'what waited when a controller became the brain is not applied, and may be once it is none',
  async (t) => {
    const staged = await stage(limb, vlan);
    t.equal(staged.status, 201, staged.text);
    t.equal((await choose(limb)).status, 200);
    const apply = () =>
      call('POST', `/gateway-vpn/changes/${staged.body.id}/apply`, { as: chief, body: { force: true } });
    const refused = await apply();
    t.equal(refused.status, 409, refused.text);
    t.match(refused.body.error.message, 'routeros.interfaces.vlan');
    t.equal((await choose(null)).status, 200);
    t.equal((await apply()).status, 502, 'now it is sent, to a router that does not answer');
  },
);

t.test('only firewalls and routers can be a brain', async (t) => {
  for (const vendor of ['proxmox', 'asterisk', 'onvif']) {
    const refused = await choose(await register(vendor));
    t.match(refused, {
      status: 422,
      body: { error: { details: [{ field: 'controller_id', type: 'not_supported' }] } },
    });
  }
  for (const vendor of ['mikrotik', 'opnsense', 'pfsense', 'openwrt', 'unifi'])
    t.equal((await choose(await register(vendor, `another ${vendor}`))).status, 200, vendor);
  const far = await register('opnsense', 'far', elsewhere);
  t.match(await choose(far), { status: 422, body: { error: { details: [{ type: 'other_site' }] } } });
});
