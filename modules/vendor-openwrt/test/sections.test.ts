import t from 'tap';
import { failureOf, featureOf, labDevice, push } from './lab-device.ts';

const rules = featureOf('firewall.rule');

t.test('a section without a name is found by its content after its neighbours have moved', async (t) => {
  const { session } = await labDevice(t);
  const before = (await session.list('firewall.rule')) ?? [];
  const [first, ping] = before;
  t.match(ping, { '.anonymous': true, name: 'Allow-Ping', '.id': /^@rule:[0-9a-f]{16}$/ });
  const gone = push('delete', {}, String(first?.['.id']));
  t.equal((await rules.verify?.(session, gone, await rules.apply(session, gone)))?.holds, true);
  const moved = await rules.read?.(session, String(ping?.['.id']));
  t.match(moved, { name: 'Allow-Ping' });
  t.not(moved?.['.name'], ping?.['.name'], 'its made-up name is another one now');

  const changed = push('update', { enabled: false }, String(ping?.['.id']));
  const seen = await rules.verify?.(session, changed, await rules.apply(session, changed));
  t.match(seen, { holds: true, value: { name: 'Allow-Ping', enabled: '0' } });
  t.not(seen?.value?.['.id'], ping?.['.id'], 'known by its new content from now on');
});

t.test('one of two alike sections is deleted, and the other is not taken for it', async (t) => {
  const { session, client } = await labDevice(t);
  const own = await client.login();
  for (let count = 0; count < 2; count += 1)
    await client.call(own, 'uci', 'add', {
      config: 'firewall',
      type: 'rule',
      values: { name: 'twin', src: 'wan' },
    });
  await client.call(own, 'uci', 'apply', { rollback: false });
  const twins = ((await session.list('firewall.rule')) ?? []).filter(({ name }) => name === 'twin');
  t.equal(twins.length, 2);
  const gone = push('delete', {}, String(twins[0]?.['.id']));
  t.equal((await rules.verify?.(session, gone, await rules.apply(session, gone)))?.holds, true);
});

t.test('an option is unset by empty text, and a list of one equals its value', async (t) => {
  const { session } = await labDevice(t);
  const { target_id } = await rules.apply(
    session,
    push('create', { name: 'x', src: 'wan', proto: ['tcp'], family: 'ipv4' }),
  );
  const unset = push('update', { family: '', proto: 'tcp' }, target_id);
  const seen = await rules.verify?.(session, unset, await rules.apply(session, unset));
  t.equal(seen?.holds, true, `${seen?.mismatch}`);
  t.notOk(Object.keys(seen?.value ?? {}).includes('family'));
});

t.test('the same values again are no change and no failure', async (t) => {
  const { session } = await labDevice(t);
  const feature = featureOf('services.ntp');
  const same = push('update', { enabled: '1' });
  t.equal((await feature.verify?.(session, same, await feature.apply(session, same)))?.holds, true);
});

t.test('secrets are compared, and neither read, listed nor synced', async (t) => {
  const { session } = await labDevice(t);
  const feature = featureOf('wireless.iface');
  const sent = push('create', {
    device: 'radio0',
    mode: 'ap',
    ssid: 'x',
    encryption: 'psk2',
    key: 'a long passphrase',
  });
  const applied = await feature.apply(session, sent);
  const seen = await feature.verify?.(session, sent, applied);
  t.equal(seen?.holds, true);
  const other = push('create', { ...sent.payload, key: 'another passphrase' });
  t.match(await feature.verify?.(session, other, applied), { holds: false, mismatch: 'Not as sent: key.' });
  const texts = [
    seen,
    await feature.read?.(session, applied.target_id),
    await session.list('wireless.iface'),
    await session.snapshot(),
  ];
  t.notMatch(JSON.stringify(texts), /passphrase/);
});

t.test('an applied write is undone by its inverse', async (t) => {
  const { session } = await labDevice(t);
  const [ping] = ((await session.list('firewall.rule')) ?? []).filter(({ name }) => name === 'Allow-Ping');
  const before = ping ?? {};
  const update = push('update', { target: 'DROP', limit: '5/second' }, String(before['.id']));
  const { value = null } = (await rules.verify?.(session, update, await rules.apply(session, update))) ?? {};
  const done = {
    operation: update.operation,
    target_id: update.target_id,
    payload: update.payload,
    before,
    after: value,
  };
  const back = rules.inverse?.(done);
  t.match(back, { operation: 'update', payload: { target: 'ACCEPT', limit: '' } });
  const undo = push('update', { ...back?.payload }, back?.target_id ?? null);
  const undone = await rules.verify?.(session, undo, await rules.apply(session, undo));
  t.equal(undone?.holds, true, `${undone?.mismatch}`);
  t.equal(undone?.value?.['.id'], before['.id'], 'the content of before');

  const gone = rules.inverse?.({ operation: 'delete', target_id: 'x', payload: {}, before, after: null });
  t.match(gone, { operation: 'create', target_id: null, payload: { name: 'Allow-Ping' }, caution: /place/ });
  const wifi = featureOf('wireless.iface').inverse?.({
    operation: 'update',
    target_id: 'default_radio0',
    payload: { values: { ssid: 'b', key: 'a long passphrase' } },
    before: { '.id': 'default_radio0', ssid: 'a' },
    after: { '.id': 'default_radio0', ssid: 'b' },
  });
  t.match(wifi, { payload: { ssid: 'a' }, caution: /key/ });
});

t.test('a place of another type or kind names no section of the feature', async (t) => {
  const { session, client } = await labDevice(t);
  const own = await client.login();
  const values = { path: '/etc/mine.sh', type: 'script', enabled: '0' };
  await client.call(own, 'uci', 'add', { config: 'firewall', type: 'include', values });
  await client.call(own, 'uci', 'apply', { rollback: false });
  const before = [await session.sections('firewall'), await session.sections('network')];
  t.ok(before[0]?.some((section) => section['.type'] === 'include'));
  for (const [name, target, payload] of [
    ['firewall.rule', '@include[0]', { enabled: '1' }],
    ['firewall.rule', '@include[-1]', { enabled: '1' }],
    ['vpn.gre', '@interface[0]', { ipaddr: '192.0.2.1' }],
    ['vpn.wireguard_peer', '@interface[0]', { description: 'x' }],
    ['nat.port_forward', '@rule[0]', { enabled: '0' }],
  ] as const) {
    const feature = featureOf(name);
    t.equal(await feature.read?.(session, target), null, `${name} reads no ${target}`);
    for (const each of [push('update', payload, target), push('delete', {}, target)])
      t.match(
        await failureOf(feature.apply(session, each)),
        { type: 'adapter_not_found', outcome: 'refused' },
        `${name} writes no ${target}`,
      );
  }
  t.same([await session.sections('firewall'), await session.sections('network')], before);
  t.match(await rules.read?.(session, '@rule[0]'), { '.type': 'rule' }, 'its own are found by their place');
});
