import { failureOf } from '@patchbay/test/kit';
import { AdapterError, type ChangeOperation, type VendorSession } from '@patchbay/vendor-kit';
import type { ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import t from 'tap';
import { RouterSession } from '../services/exchange/router-session.ts';
import { Menus } from '../services/inventory/menus.ts';
import { loadFeatures } from '../services/writes/features.ts';
import { stagedFeatures } from '../services/writes/staged-features.ts';
import { labRouter } from './lab-router.ts';

const features = loadFeatures();
const menus = new Menus();
const staged = new Map(stagedFeatures(features, menus).map((feature) => [feature.key, feature]));

const featureOf = (key: string) => {
  const feature = staged.get(key);
  if (!feature) throw new Error(`no feature ${key}`);
  return feature;
};

const validators = new Map<string, ValidateFunction>();

function accepts(key: string, operation: ChangeOperation, payload: unknown): boolean {
  const name = `${key} ${operation}`;
  const ajv = new Ajv2020({ strict: true, strictTypes: false, allErrors: true });
  const validate = validators.get(name) ?? ajv.compile(featureOf(key).payload(operation));
  validators.set(name, validate);
  return validate(payload);
}

const push = (
  operation: ChangeOperation,
  payload: Record<string, unknown>,
  target_id: string | null = null,
) => ({
  attempt_id: '0199aa00-0000-7000-8000-000000000001',
  operation,
  target_id,
  payload,
});

async function router(t: Parameters<typeof labRouter>[0]) {
  const lab = await labRouter(t);
  return { ...lab, session: new RouterSession(lab.client, features, menus) };
}

t.test('a payload that the router could not take is refused before it is staged', async (t) => {
  const key = 'routeros.firewall.filter';
  t.notOk(accepts(key, 'create', { action: 'drop' }), 'chain is missing');
  t.notOk(accepts(key, 'create', { chain: 'forward', action: 'explode' }), 'no such action');
  t.notOk(accepts(key, 'create', { chain: 'forward', disabled: 'perhaps' }), 'no truth value');
  t.notOk(accepts(key, 'create', { chain: { $ne: 1 } }), 'no scalar');
  t.notOk(accepts(key, 'update', {}), 'nothing to change');
  t.ok(
    accepts(key, 'create', { chain: 'own-chain', 'connection-state': 'established,related', 'dst-port': 80 }),
  );
});

t.test('features carry the permission, risk and target rule of the table', async (t) => {
  const { risk, permission, singleton, vendor, area, operations } = featureOf('routeros.system.reboot');
  t.same(
    { risk, permission, singleton, vendor, area, operations },
    {
      risk: 'catastrophic',
      permission: 'controller:write',
      singleton: true,
      vendor: 'mikrotik',
      area: 'system',
      operations: ['update'],
    },
  );
  t.equal(featureOf('routeros.system.reboot').read, undefined, 'a command has nothing to read');
  t.equal(featureOf('routeros.interfaces.vlan').singleton, undefined);
  t.equal(featureOf('routeros.interfaces.vlan').risk, 'normal');
});

t.test('a value the router does not show is named as a mismatch', async (t) => {
  const { session } = await router(t);
  const feature = featureOf('routeros.dhcp.lease');
  const [lease] = (await session.list('dhcp.lease')) ?? [];
  const id = String(lease?.['.id']);
  const wanted = push('update', { comment: 'never sent' }, id);
  const seen = await feature.verify?.(session, wanted, { target_id: id });
  t.equal(seen?.holds, false);
  t.equal(seen?.mismatch, 'Not as sent: comment.');
});

t.test('secrets are neither read, listed nor kept', async (t) => {
  const { session } = await router(t);
  const feature = featureOf('routeros.vpn.wireguard');
  const { target_id } = await feature.apply(session, push('create', { name: 'wg9' }));
  const value = await feature.read?.(session, target_id);
  t.equal(value?.['private-key'], '[redacted]', 'that there is one is told');
  const listed = JSON.stringify(await session.list('vpn.wireguard'));
  t.notOk(listed.includes('private-key'));
});

t.test('null clears a field, where the menu lets it be cleared', async (t) => {
  const { session, router: lab } = await router(t);
  const feature = featureOf('routeros.firewall.filter');
  const made = push('create', { chain: 'forward', action: 'drop', 'src-address': '10.9.0.0/24' });
  const { target_id } = await feature.apply(session, made);
  const cleared = { 'src-address': null, action: 'accept' };
  t.ok(accepts(feature.key, 'update', cleared));
  t.notOk(accepts(feature.key, 'update', { chain: null }), 'a rule without a chain there is not');
  const update = push('update', cleared, target_id);
  await feature.apply(session, update);
  t.match(await feature.verify?.(session, update, { target_id }), { holds: true });
  const value = await feature.read?.(session, target_id);
  t.notOk(Object.keys(value ?? {}).includes('src-address'));
  t.equal(feature.unsetValue?.('src-address'), null);
  t.equal(feature.unsetValue?.('comment'), '');
  t.equal(feature.unsetValue?.('log'), 'no');
  t.equal(feature.unsetValue?.('chain'), undefined);
  lab.faults.set({ kind: 'drop_after_read', count: 1, path: '/rest/ip/firewall/filter/unset' });
  const half = push('update', { action: 'drop', protocol: null }, target_id);
  t.match(await failureOf(feature.apply(session, half)), {
    outcome: 'unknown',
    message: /Part of the change/,
  });
});

t.test('that a deleted rule loses its place is told before it is made again', async (t) => {
  t.match(featureOf('routeros.firewall.filter').undoCaution?.('delete'), /end of its list/);
  t.equal(featureOf('routeros.firewall.filter').undoCaution?.('update'), undefined);
  t.equal(featureOf('routeros.interfaces.vlan').undoCaution?.('delete'), undefined);
});

t.test('a refusal and a lost answer differ in what may have happened', async (t) => {
  const { session, router: lab } = await router(t);
  const feature = featureOf('routeros.interfaces.vlan');
  const twice = push('create', { interface: 'no-such-interface', 'vlan-id': 12 });
  t.match(await failureOf(feature.apply(session, twice)), { type: 'adapter_error', outcome: 'refused' });
  lab.faults.set({ kind: 'drop_before_answer', count: 1, method: 'PUT' });
  const lost = push('create', { interface: 'bridge', 'vlan-id': 13, name: 'vlan13' });
  t.match(await failureOf(feature.apply(session, lost)), {
    type: 'adapter_connection_error',
    outcome: 'unknown',
  });
  t.match(await failureOf(feature.apply(session, push('update', { name: 'x' }))), { outcome: 'not_sent' });
});

t.test('two readings of an untouched router are the same', async (t) => {
  const { session } = await router(t);
  const first = await session.snapshot();
  const second = await session.snapshot();
  t.same(second.objects, first.objects);
  t.match(first.controller, { version: /^7\./, name: String });
  t.ok(first.controller.capabilities.includes('firewall'));
});

t.test('exchanges pass the guard, and its refusal is what the caller sees', async (t) => {
  const { client } = await labRouter(t);
  const refusal = new AdapterError('adapter_rate_limit', 'not_sent', 'busy');
  const session: VendorSession = new RouterSession(client, features, menus, () => Promise.reject(refusal));
  await t.rejects(session.probe(), refusal);
  await t.rejects(session.list('firewall.filter'), refusal);
  t.equal(await session.list('firewall.no_such'), null);
});
