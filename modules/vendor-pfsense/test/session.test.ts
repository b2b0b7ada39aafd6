import { nodeSend } from '@patchbay/test/harness';
import { AdapterError, OBJECT_ORDER } from '@patchbay/vendor-kit';
import t from 'tap';
import { ApiClient } from '../services/exchange/api-client.ts';
import { FirewallSession } from '../services/exchange/firewall-session.ts';
import { pfsenseVendor } from '../vendor.ts';
import { failureOf, features, labFirewall, models } from './lab-firewall.ts';

t.test('a key, a password and a token sign in, over HTTPS with a pinned certificate', async (t) => {
  const key = await labFirewall(t, { https: true, useKey: true, login: ['key'] });
  t.match(await key.session.probe(), {
    version: '2.8.1-RELEASE',
    name: 'fw.lab.internal',
    serial: 'NTG4200LAB01',
  });
  const basic = await labFirewall(t, { https: true, login: ['basic'] });
  t.match(await basic.session.probe(), { model: 'Netgate 4200' });
  const token = await labFirewall(t, { https: true, login: ['jwt'] });
  t.match(await token.session.probe(), { model: 'Netgate 4200' });
  t.equal(token.lab.ledger.entries().filter((each) => each.path === '/api/v2/auth/jwt').length, 1);
});

t.test('a token that has run out is fetched anew, once', async (t) => {
  const { session, lab } = await labFirewall(t, { login: ['jwt'] });
  await session.probe();
  lab.clock.advance(3_601_000);
  t.ok((await session.list('firewall.rule'))?.length);
  t.equal(lab.ledger.size, 2);
});

t.test('a sign-in refused in the middle is made again; one that stays refused is told', async (t) => {
  const { session, lab } = await labFirewall(t);
  lab.faults.set({ kind: 'unauthorized', count: 1, method: 'GET' });
  t.ok((await session.list('firewall.rule'))?.length);
  lab.faults.set({ kind: 'unauthorized' });
  t.match(await failureOf(session.probe()), { type: 'adapter_authentication_error', outcome: 'refused' });
});

t.test('a wrong password is tried as such and for a token, and not again', async (t) => {
  const { endpoint, lab } = await labFirewall(t);
  const client = new ApiClient(nodeSend, {
    url: endpoint.url,
    credential: { kind: 'password', username: 'admin', secret: 'wrong' },
  });
  const session = new FirewallSession(client, features, models);
  for (let attempt = 0; attempt < 3; attempt += 1)
    t.match(await failureOf(session.probe()), { type: 'adapter_authentication_error', outcome: 'refused' });
  t.equal(lab.ledger.size, 1, 'one attempt at a token');
});

t.test('another certificate than the pinned one is never given the key', async (t) => {
  const { endpoint, lab } = await labFirewall(t, { https: true });
  const client = new ApiClient(nodeSend, {
    url: endpoint.url,
    credential: { kind: 'key', secret: 'x' },
    tls: { verify: false, fingerprint: 'AA:BB' },
  });
  t.match(await failureOf(client.get('/api/v2/system/version')), {
    type: 'adapter_connection_error',
    outcome: 'not_sent',
  });
  t.equal(lab.ledger.size, 0);
});

t.test('the snapshot holds the firewall, its clients and every feature with objects', async (t) => {
  const { session } = await labFirewall(t, { devices: 1_200 });
  const { controller, devices, objects } = await session.snapshot();
  t.match(controller, { version: /^2\./, name: 'fw.lab.internal' });
  t.equal(devices.length, 1 + 1_200);
  t.match(devices[0], { external_id: 'NTG4200LAB01', kind: 'firewall', status: 'online', ip: '192.168.1.1' });
  t.equal(new Set(devices.map(({ external_id }) => external_id)).size, devices.length);
  t.equal(devices.filter(({ status }) => status === 'offline').length, 133);
  t.match(objects['interfaces.vlan'], [{ target_id: 'em1|20', if: 'em1', tag: 20 }, { target_id: 'em1|30' }]);
  t.match(objects['dhcp.server'], [{ target_id: 'lan', id: 'lan' }, { target_id: 'opt1' }]);
  t.equal(objects['dns.system_servers']?.length, 1);
  const readable = features.filter(({ isReadable, kind }) => isReadable && kind !== 'flush');
  t.same(Object.keys(objects), [...readable.map(({ name }) => name), OBJECT_ORDER]);
  t.equal(readable.length, 50);
});

t.test('two readings of an untouched firewall are the same', async (t) => {
  const { session } = await labFirewall(t);
  const first = await session.snapshot();
  t.same((await session.snapshot()).objects, first.objects);
});

t.test('every feature lists what stands there, commands list nothing', async (t) => {
  const { session } = await labFirewall(t);
  for (const { name, kind, listPath, isReadable } of features) {
    const values = await session.list(name);
    if (kind === 'command' && listPath === null) t.equal(values, null, name);
    else t.ok(Array.isArray(values), name);
    if (kind === 'settings') t.equal(values?.length, isReadable ? 1 : 0, name);
  }
  t.equal(await session.list('firewall.no_such'), null);
  t.equal((await session.list('services.control'))?.length, 7);
});

t.test('exchanges pass the guard, and its refusal is what the caller sees', async (t) => {
  const { endpoint, lab } = await labFirewall(t);
  const refusal = new AdapterError('adapter_rate_limit', 'not_sent', 'busy');
  const { username, password, api_key } = endpoint.credentials;
  const send = async () => Promise.reject(new Error('never called'));
  const target = { id: 'x', url: endpoint.url, tls: { verify: true }, guard: () => Promise.reject(refusal) };
  const vendor = pfsenseVendor({ send });
  const credential = { kind: 'password' as const, username, secret: password };
  await t.rejects(vendor.connect({ ...target, credential }).probe(), refusal);
  await t.rejects(
    vendor
      .connect({ ...target, credential: { kind: 'key', username: null, secret: api_key } })
      .list('firewall.rule'),
    refusal,
  );
  for (const unfit of [null, { ...credential, username: null }])
    t.match(await failureOf(vendor.connect({ ...target, credential: unfit }).probe()), {
      type: 'adapter_authentication_error',
      outcome: 'not_sent',
    });
  t.equal(lab.ledger.size, 0);
  t.equal(vendor.identify?.('firewall.alias', { target_id: 'x' }), 'x');
  t.equal(vendor.identify?.('dns.system_servers', {}), null);
});
