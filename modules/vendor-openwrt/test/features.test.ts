import { closed } from '@patchbay/kernel/schema';
import type { ChangeOperation } from '@patchbay/vendor-kit';
import type { ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import t from 'tap';
import { openWrtFeatures, openWrtVendor } from '../vendor.ts';
import { failureOf, featureOf } from './lab-device.ts';

const validators = new Map<string, ValidateFunction>();

function accepts(name: string, operation: ChangeOperation, payload: unknown): boolean {
  const key = `${name} ${operation}`;
  const validate = validators.get(key) ?? compiled(name, operation);
  validators.set(key, validate);
  return validate(payload);
}

const compiled = (name: string, operation: ChangeOperation): ValidateFunction =>
  new Ajv2020({ strict: true, strictTypes: false, allErrors: true }).compile(
    closed(featureOf(name).payload(operation)),
  );

t.test('a payload may stand in the arguments of the call, as the vendor writes it', async (t) => {
  const values = { proto: 'static', ipaddr: '192.168.20.1/24' };
  t.ok(accepts('interfaces.interface', 'create', { name: 'guest', values }));
  t.notOk(accepts('interfaces.interface', 'update', { values: { nonsense: 1_400 } }), 'no such option');
  t.ok(accepts('interfaces.interface', 'update', { values: { metric: 20 } }));
  t.notOk(accepts('interfaces.interface', 'create', { values }), 'an interface has a name');
  t.notOk(accepts('interfaces.interface', 'create', { name: 'bad name', values }));
  t.ok(
    accepts('vpn.wireguard_peer', 'create', {
      type: 'wireguard_wg0',
      values: { public_key: `${'A'.repeat(43)}=` },
    }),
  );
  t.notOk(
    accepts('vpn.wireguard_peer', 'create', { values: { public_key: `${'A'.repeat(43)}=` } }),
    'of no interface',
  );
  t.notOk(accepts('firewall.rule', 'create', { values: { 'bad-option': 'x' } }));
});

t.test('what the device would keep and never heed is refused before it is staged', async (t) => {
  t.notOk(accepts('wireless.iface', 'create', { device: 'radio0', mode: 'ap', key: 'short' }));
  t.notOk(accepts('wireless.iface', 'create', { device: 'radio0', mode: 'ap', ssid: 'x'.repeat(33) }));
  t.notOk(accepts('wireless.iface', 'create', { device: 'radio0', mode: 'ap', encryption: 'rot13' }));
  t.notOk(accepts('wireless.radio', 'update', { htmode: 'HE900' }));
  t.notOk(accepts('wireless.radio', 'update', { beacon_int: 5 }));
  t.notOk(accepts('firewall.zone', 'create', { name: 'guest', input: 'PERHAPS' }));
  t.notOk(accepts('firewall.zone', 'create', { input: 'ACCEPT' }), 'a zone has a name');
  t.notOk(accepts('firewall.rule', 'create', { src_mac: ['nonsense'] }));
  t.notOk(accepts('nat.port_forward', 'create', { target: 'SNAT' }));
  t.notOk(accepts('vpn.gre', 'create', { proto: 'wireguard' }));
  t.notOk(accepts('dhcp.pool', 'create', { interface: 'lan', leasetime: 'for ever' }));
  t.notOk(accepts('routing.static_route', 'create', { target: 'somewhere' }));
  t.notOk(accepts('system.settings', 'update', { hostname: 'a\nconfig b' }), 'a line of its own');
  t.notOk(accepts('system.settings', 'update', {}), 'nothing to change');
  t.notOk(
    accepts('interfaces.interface', 'create', { '.name': 'a', proto: 'dhcp', private_key: 'x' }),
    'of another protocol',
  );
  t.notOk(accepts('interfaces.interface', 'create', { '.name': 'a', proto: 'telepathy' }));
  t.notOk(
    accepts('diagnostics.exec', 'create', { command: '/sbin/firstboot' }),
    'no program that changes something',
  );
  t.notOk(accepts('cron.jobs', 'update', { path: '/etc/passwd', data: 'x' }));
  t.notOk(accepts('services.control', 'update', { name: '../x', action: 'restart' }));
});

t.test('features carry the permission, risk and target rule of the table', async (t) => {
  const { key, ...facts } = featureOf('services.web');
  t.match(facts, {
    risk: 'catastrophic',
    permission: 'controller:write',
    singleton: true,
    area: 'services',
    vendor: 'openwrt',
  });
  t.match(featureOf('wireless.iface'), { risk: 'normal', permission: 'network:write', area: 'wireless' });
  t.equal(featureOf('wireless.radio').singleton, undefined, 'there may be several');
  t.same(
    openWrtFeatures.filter(({ risk }) => risk === 'catastrophic').map((feature) => feature.key.slice(8)),
    [
      'services.web',
      'cron.jobs',
      'system.reboot',
      'system.password',
      'system.firmware_flash',
      'system.factory_reset',
      'system.config_restore',
      'diagnostics.exec',
    ],
  );
  const vendor = openWrtVendor({ send: async () => Promise.reject(new Error('not sent')) });
  t.ok(vendor.areas.includes('interfaces') && vendor.areas.includes('wireless'));
  t.ok(vendor.confirm?.covers('firewall.rule'));
  t.notOk(vendor.confirm?.covers('system.reboot'), 'nothing takes a restart back');
  t.equal(vendor.identify?.('services.ntp', { '.id': 'ntp' }), null);
  t.equal(vendor.identify?.('firewall.rule', { '.id': '@rule:1' }), '@rule:1');
});

t.test('a controller without a fitting sign-in is told so by its first exchange', async (t) => {
  const vendor = openWrtVendor({ send: async () => Promise.reject(new Error('not sent')) });
  const target = { id: 'x', url: 'https://192.0.2.1', tls: { verify: true } };
  for (const credential of [null, { kind: 'token' as const, username: null, secret: 't' }])
    t.match(await failureOf(vendor.connect({ ...target, credential }).probe()), {
      type: 'adapter_authentication_error',
      outcome: 'not_sent',
    });
});
