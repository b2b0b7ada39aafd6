import type { ChangeOperation } from '@patchbay/vendor-kit';
import t from 'tap';
import { examples } from './feature-examples.ts';
import { failureOf, featureOf, features, labFirewall, push } from './lab-firewall.ts';

t.test('the position moves, the name stays, and the right object is written', async (t) => {
  const { session, lab } = await labFirewall(t);
  const rule = featureOf('firewall.rule');
  const [first, second, third] = (await session.list('firewall.rule')) ?? [];
  t.same([first?.['target_id'], third?.['target_id']], ['100000101', '100000103']);
  t.notOk('id' in (first ?? {}), 'positions are not shown');
  await rule.apply(session, push('delete', {}, String(first?.['target_id'])));
  await rule.apply(session, push('update', { descr: 'the third' }, String(third?.['target_id'])));
  const rules = lab.state().running['FirewallRule'] ?? [];
  t.same(
    rules.map(({ tracker, descr }) => [tracker, descr]),
    [
      [100_000_102, second?.['descr']],
      [100_000_103, 'the third'],
    ],
  );
});

t.test('an object that is gone or shares its name is refused and nothing is sent', async (t) => {
  const { session, lab } = await labFirewall(t);
  const outbound = featureOf('nat.outbound');
  const same = { interface: 'wan', source: '10.20.0.0/24', destination: 'any', target: 'wan:ip' };
  const one = await outbound.apply(session, push('create', same));
  t.equal(one.target_id, 'wan||10.20.0.0/24||any|');
  const two = await outbound.apply(session, push('create', { ...same, descr: 'the same once more' }));
  t.match(two.target_id, /^wan\|\|10\.20\.0\.0\/24\|\|any\|~[0-9a-f]{12}$/);
  const before = lab.ledger.size;
  for (const [name, target] of [
    ['nat.outbound', one.target_id],
    ['firewall.rule', '1'],
    ['dhcp.static_mapping', 'lan|00:00:00:00:00:00'],
  ] as const) {
    for (const operation of ['update', 'delete'] as const) {
      const payload = operation === 'update' ? { descr: 'x' } : {};
      const error = await failureOf(featureOf(name).apply(session, push(operation, payload, target)));
      t.match(error, { type: 'adapter_not_found', outcome: 'not_sent' }, `${name} ${operation}`);
    }
  }
  t.equal(lab.ledger.size, before);
  await outbound.apply(session, push('delete', {}, two.target_id));
  t.match(lab.state().running['OutboundNATMapping'], [{ descr: '' }]);
});

t.test('an alias in use is not deleted, though the firewall would', async (t) => {
  const { session, lab } = await labFirewall(t);
  const rule = {
    type: 'pass',
    interface: ['lan'],
    ipprotocol: 'inet',
    source: '!admin_hosts',
    destination: 'any',
  };
  await featureOf('firewall.rule').apply(session, push('create', rule));
  const before = lab.ledger.size;
  await t.rejects(featureOf('firewall.alias').apply(session, push('delete', {}, 'admin_hosts')), {
    message: /still used in: firewall rules, entry 4/,
  });
  t.equal(lab.ledger.size, before);
});

t.test('a child is put under the parent that is named, wherever that stands now', async (t) => {
  const firewall = await labFirewall(t);
  const { session, lab } = firewall;
  const shaper = featureOf('shaper.interface');
  for (const name of ['wan', 'lan'])
    await shaper.apply(
      session,
      push('create', { interface: name, scheduler: 'HFSC', bandwidthtype: 'Mb', bandwidth: 9 }),
    );
  await shaper.apply(session, push('delete', {}, 'wan'));
  const queue = featureOf('shaper.queue');
  const made = await queue.apply(
    session,
    push('create', { parent_id: 'lan', name: 'qVoice', qlimit: 50, bandwidth: 5 }),
  );
  t.equal(made.target_id, 'lan|qVoice');
  t.match(lab.state().running['TrafficShaper'], [{ interface: 'lan', queue: [{ name: 'qVoice' }] }]);
  t.match(await queue.read?.(session, 'lan|qVoice'), { parent_id: 'lan', name: 'qVoice' });
  await t.rejects(
    queue.apply(session, push('create', { parent_id: 'wan', name: 'q', qlimit: 1, bandwidth: 1 })),
    {
      name: 'AdapterError',
      message: /There is no wan to belong to/,
    },
  );
});

t.test('a value the firewall does not show is named as a mismatch', async (t) => {
  const { session } = await labFirewall(t);
  const seen = await featureOf('firewall.alias').verify?.(
    session,
    push('update', { descr: 'never sent', address: ['192.168.1.10', '192.168.1.11'] }, 'admin_hosts'),
    { target_id: 'admin_hosts' },
  );
  t.match(seen, { holds: false, mismatch: 'Not as sent: descr.', value: { name: 'admin_hosts' } });
});

t.test('secrets are neither read, listed nor kept', async (t) => {
  const { session } = await labFirewall(t);
  const user = featureOf('system.user');
  const { target_id } = await user.apply(
    session,
    push('create', { name: 'auditor', password: 'Passw0rd!x', priv: [] }),
  );
  t.notMatch(JSON.stringify(await user.read?.(session, target_id)), /Passw0rd/);
  const tunnel = examples['vpn.openvpn_client']?.create ?? {};
  await featureOf('vpn.openvpn_client').apply(
    session,
    push('create', { ...tunnel, tls: 'a static key', tls_type: 'auth' }),
  );
  t.notMatch(JSON.stringify((await session.snapshot()).objects), /a static key|Passw0rd/);
});

t.test('features carry what the table says of them', async (t) => {
  t.equal(features.length, 59);
  const catastrophic = features.filter((feature) => feature.catastrophic).map(({ name }) => name);
  t.same(catastrophic, [
    'cron.job',
    'diagnostics.command',
    'system.user',
    'system.reboot',
    'system.halt',
    'system.firmware_update',
  ]);
  for (const { feature, name, area, operations, permission, catastrophic: isCatastrophic } of features) {
    const staged = featureOf(name);
    t.match(staged, { key: feature, vendor: 'pfsense', area, permission, operations }, feature);
    t.equal(staged.risk, isCatastrophic ? 'catastrophic' : 'normal', feature);
    t.ok(feature.startsWith(`pfsense.${area}.`), feature);
  }
  const needTarget = features.filter(({ name }) => !featureOf(name).singleton).length;
  t.equal(needTarget, 42);
  const operation: ChangeOperation = 'update';
  t.equal(
    featureOf('system.reboot').read,
    undefined,
    `a command has nothing to read before its ${operation}`,
  );
});
