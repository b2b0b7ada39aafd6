import t from 'tap';
import { capabilitiesOf } from '../services/inventory/capabilities.ts';
import { identify } from '../services/inventory/identify.ts';
import { copyOf, failureOf, featureOf, features, labFirewall, push } from './lab-firewall.ts';

t.test('the snapshot holds the firewall, its stations and the configuration', async (t) => {
  const { session } = await labFirewall(t, { devices: 12 });
  const { controller, devices, objects } = await session.snapshot();
  t.match(controller, { version: '26.7.2', model: 'OPNsense', serial: null, name: 'opnsense.lab.internal' });
  t.equal(controller.capabilities.length, 13);
  t.equal(devices.length, 1 + 12);
  t.match(devices[0], { kind: 'firewall', status: 'online', ip: '192.168.1.1', firmware: '26.7.2' });
  t.equal(new Set(devices.map(({ external_id }) => external_id)).size, devices.length);
  t.equal(
    devices.filter(({ status }) => status === 'offline').length,
    1,
    'one has a lease and does not answer',
  );
  t.match(devices[1], { kind: 'client', name: 'laptop-001', mac: '02:0d:b9:00:00:00', ip: '10.88.0.0' });
  t.equal(objects['firewall.rule']?.length, 3);
  t.equal(objects['interfaces.interface']?.length, 3);
  t.equal(objects['dhcp.lease']?.length, 12);
  t.equal(objects['dns.settings']?.length, 1);
  t.equal(Object.keys(objects).length, 2 + 53);
  for (const [feature, values] of Object.entries(objects)) {
    const ids = values.map((value) => identify(feature, value));
    t.equal(new Set(ids).size, ids.length, `${feature}: ids tell objects apart`);
  }
});

t.test('two readings of an untouched firewall are the same', async (t) => {
  const { session } = await labFirewall(t);
  const first = await session.snapshot();
  t.same(await session.snapshot(), first);
});

t.test('lists longer than a page come whole', async (t) => {
  const { session } = await labFirewall(t, { devices: 2_300 });
  t.equal((await session.list('dhcp.lease'))?.length, 2_300);
  t.equal((await session.snapshot()).devices.length, 2_301);
});

t.test('secrets are neither read, listed nor kept', async (t) => {
  const { session } = await labFirewall(t);
  const key = `${'B'.repeat(43)}=`;
  await featureOf('vpn.wireguard_server').apply(
    session,
    push('create', { name: 'wg9', privkey: key, pubkey: `${'C'.repeat(43)}=`, tunneladdress: '10.9.9.1/24' }),
  );
  const made = await featureOf('vpn.ipsec_psk').apply(
    session,
    push('create', { ident: 'a', Key: 'hush-hush' }),
  );
  const read = await featureOf('vpn.ipsec_psk').read?.(session, made.target_id);
  const { objects } = await session.snapshot();
  const told = JSON.stringify([read, objects, await session.list('vpn.wireguard_server')]);
  t.notMatch(told, /hush-hush|BBBBB|privkey|"Key"/);
  t.match(told, /CCCCC/);
});

t.test('rows that show labels or too little are read one by one', async (t) => {
  const { session, client } = await labFirewall(t);
  const cut = new Proxy(client, {
    get: (target, name) =>
      name === 'get'
        ? async (path: string, query?: Record<string, string>) => {
            const answer = await target.get(path, query);
            for (const row of (Reflect.get(answer, 'rows') ?? []) as Record<string, unknown>[]) {
              row['action'] = 'Pass';
              Reflect.deleteProperty(row, 'quick');
            }
            return answer;
          }
        : Reflect.get(target, name).bind(target),
  });
  const whole = await session.list('firewall.rule');
  const { FirewallSession } = await import('../services/exchange/firewall-session.ts');
  t.same(await new FirewallSession(cut, features).list('firewall.rule'), whole);
});

t.test('a page that the release lacks or the key may not see is left out of the snapshot', async (t) => {
  const { session, firewall, client } = await labFirewall(t);
  const without = new Proxy(client, {
    get: (target, name) =>
      name === 'get'
        ? (path: string, query?: Record<string, string>) =>
            target.get(
              path.startsWith('/api/shaper') || path.includes('trafficshaper') ? '/api/no/such/page' : path,
              query,
            )
        : Reflect.get(target, name).bind(target),
  });
  const { FirewallSession } = await import('../services/exchange/firewall-session.ts');
  const { objects } = await new FirewallSession(without, features).snapshot();
  t.equal(objects['shaper.pipe'], undefined);
  t.equal(objects['firewall.rule']?.length, 3);
  firewall.faults.set({ kind: 'unauthorized', path: '/api/cron/settings/searchJobs', count: 1 });
  const stopped = await failureOf(session.snapshot());
  t.match(stopped, { type: 'adapter_authentication_error' }, 'a key that stopped working is told');
});

t.test('older releases offer fewer areas', (t) => {
  t.same(capabilitiesOf('19.1', features), []);
  t.notOk(capabilitiesOf('23.1.6', features).includes('dhcp'));
  t.ok(capabilitiesOf('24.1.1', features).includes('dhcp'));
  t.ok(capabilitiesOf('', features).includes('nat'), 'an unknown version is taken for a current one');
  t.end();
});

t.test('the inverse of a change puts back what was', async (t) => {
  const { session, firewall } = await labFirewall(t);
  const rule = featureOf('firewall.rule');
  const created = push('create', { interface: 'lan', description: 'mine', source_port: '', log: true });
  const { target_id } = await rule.apply(session, created);
  const value = (await rule.read?.(session, target_id)) ?? null;
  const changed = push('update', { rule: { description: 'yours', log: false } }, target_id);
  await rule.apply(session, changed);
  const after = (await rule.read?.(session, target_id)) ?? null;
  const back = rule.inverse?.({ ...changed, before: value, after });
  t.same(back, { operation: 'update', target_id, payload: { description: 'mine', log: '1' } });
  await rule.apply(session, push('update', back?.payload, target_id));
  t.same(await rule.read?.(session, target_id), value);
  const gone = push('delete', {}, target_id);
  await rule.apply(session, gone);
  const again = rule.inverse?.({ ...gone, before: value, after: null });
  t.match(again, { operation: 'create', target_id: null, caution: /another id/ });
  const made = await rule.apply(session, push('create', again?.payload));
  t.same({ ...(await rule.read?.(session, made.target_id)), uuid: 0 }, { ...value, uuid: 0 });
  t.same(rule.inverse?.({ ...created, target_id, before: null, after: value }), {
    operation: 'delete',
    target_id,
    payload: {},
  });
  t.equal(featureOf('system.reboot').inverse?.({ ...gone, before: null, after: null }), null);
  t.equal(copyOf(firewall, 'running')['OPNsense/Firewall/Filter#rules.rule']?.length, 4);
  t.equal(rule.unsetValue?.('source_port'), '');
  t.equal(rule.unsetValue?.('action'), undefined, 'it must have a value');
});
