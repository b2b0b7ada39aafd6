import { isDeepStrictEqual } from 'node:util';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import t from 'tap';
import { isGroup } from '../services/models.ts';
import { changes, examples, targets } from './feature-examples.ts';
import { copyOf, featureOf, features, labFirewall, push } from './lab-firewall.ts';

type Fields = Readonly<Record<string, unknown>>;

const ajv = new Ajv2020({ strict: true, strictTypes: false, allErrors: true });
const validators = new Map<string, ValidateFunction>();

function accepts(name: string, operation: 'create' | 'update' | 'delete', payload: unknown): boolean {
  const key = `${name} ${operation}`;
  const validate = validators.get(key) ?? ajv.compile(featureOf(name).payload(operation));
  validators.set(key, validate);
  return validate(payload);
}

t.test('every row of the table is loaded, with its operations, risk and commit', async (t) => {
  t.equal(features.length, 64);
  t.equal(new Set(features.map(({ feature }) => feature)).size, features.length);
  for (const { feature, name, area, operations, calls, permission } of features) {
    t.equal(feature, `opnsense.${name}`);
    t.ok(name.startsWith(`${area}.`), feature);
    t.same(Object.keys(calls).sort(), [...operations].sort(), feature);
    t.equal(permission, 'firewall:write');
  }
  t.same(
    features.filter(({ catastrophic }) => catastrophic).map(({ name }) => name),
    [
      'firewall.states_flush',
      'system.reboot',
      'system.halt',
      'system.firmware_update',
      'system.firmware_upgrade',
      'system.config_restore',
      'system.factory_reset',
    ],
  );
  const rule = features.find(({ name }) => name === 'firewall.rule');
  t.match(rule, {
    kind: 'object',
    commit: '/api/firewall/filter/apply',
    calls: { create: { path: '/api/firewall/filter/addRule', parameter: null } },
  });
});

t.test(
  'schemas compile, take the example alone and in its envelope, and refuse what is not known',
  async (t) => {
    for (const { name, operations, model } of features) {
      for (const operation of operations) {
        const example = operation === 'delete' ? {} : (examples[name] ?? {});
        t.ok(accepts(name, operation, example), `${name} ${operation}`);
        t.notOk(
          accepts(name, operation, { ...example, 'no-such-field': 'x' }),
          `${name} ${operation}: unknown field`,
        );
        if (model === null || operation === 'delete') continue;
        const wrapped = model.envelope.reduceRight<Fields>((inner, key) => ({ [key]: inner }), example);
        t.ok(accepts(name, operation, wrapped), `${name} ${operation} in its envelope`);
        const [outer = ''] = model.envelope;
        t.notOk(accepts(name, operation, { ...wrapped, other: {} }), `${name}: beside the envelope`);
        t.notOk(
          accepts(name, operation, { [outer]: { 'no-such-field': 'x' } }),
          `${name}: inside the envelope`,
        );
      }
    }
  },
);

t.test('a payload the firewall could not take is refused before it is staged', async (t) => {
  const name = 'firewall.rule';
  t.notOk(accepts(name, 'create', { action: 'allow' }), 'no such action');
  t.notOk(accepts(name, 'create', { enabled: 'yes' }), 'no truth value');
  t.notOk(accepts(name, 'create', { sequence: 0 }), 'below the limit');
  t.notOk(accepts(name, 'create', { sequence: 'first' }), 'no number');
  t.notOk(accepts(name, 'create', { interface: { $ne: 1 } }), 'no text');
  t.notOk(accepts(name, 'create', { sort_order: '1' }), 'a field the firewall fills');
  t.notOk(accepts(name, 'update', {}), 'nothing to change');
  t.notOk(accepts('interfaces.vlan', 'create', { tag: 20 }), 'the parent is missing');
  t.notOk(accepts('firewall.rule', 'create', { icmptype: 'echoreq,nonsense' }), 'not among the options');
  t.ok(accepts('firewall.rule', 'create', { icmptype: 'echoreq,unreach', gateway: '' }));
});

/** Puts ids of what was made before in the place of their names. */
const resolved = (payload: Fields, ids: ReadonlyMap<string, string>): Fields =>
  Object.fromEntries(
    Object.entries(payload).map(([field, value]) => [
      field,
      typeof value === 'string' && value.startsWith('@') ? ids.get(value.slice(1)) : value,
    ]),
  );

const changeOf = (name: string): Fields => {
  const fields = features.find((feature) => feature.name === name)?.model?.fields ?? {};
  const text = ['description', 'descr'].find((field) => fields[field] && !isGroup(fields[field]));
  return changes[name] ?? (text ? { [text]: 'changed' } : {});
};

t.test('every object is made, changed and deleted, read back, and in service each time', async (t) => {
  const { session, client, firewall } = await labFirewall(t);
  const ids = new Map<string, string>();
  const destination = await client.post('/api/dhcrelay/settings/addDest', {
    destination: { name: 'd1', server: '10.0.0.1' },
  });
  ids.set('relay-destination', String(Reflect.get(destination, 'uuid')));
  const isInService = (name: string): void => {
    const [saved, running] = [copyOf(firewall, 'saved'), copyOf(firewall, 'running')];
    const waiting = Object.keys(saved).filter(
      (table) => !table.endsWith('#destinations') && !isDeepStrictEqual(running[table], saved[table]),
    );
    t.same(waiting, [], `${name} is in service`);
  };
  const objects = Object.keys(examples).filter((name) => featureOf(name).operations.length === 3);
  for (const name of objects) {
    const feature = featureOf(name);
    const created = push('create', resolved(examples[name] ?? {}, ids));
    const applied = await feature.apply(session, created);
    t.type(applied.target_id, 'string', name);
    const seen = await feature.verify?.(session, created, applied);
    t.equal(seen?.holds, true, `${name} created: ${seen?.mismatch}`);
    ids.set(name, applied.target_id ?? '');
    isInService(name);
    const updated = push('update', changeOf(name), applied.target_id);
    const after = await feature.verify?.(session, updated, await feature.apply(session, updated));
    t.equal(after?.holds, true, `${name} updated: ${after?.mismatch}`);
    isInService(name);
    t.same(await feature.read?.(session, applied.target_id), after?.value, `${name} reads the same`);
    for (const operation of ['update', 'delete'] as const) {
      const done = { operation, target_id: applied.target_id, payload: changeOf(name), after: null };
      const undo = feature.inverse?.({ ...done, before: seen?.value ?? null });
      const isLost = name === 'vpn.wireguard_server' && operation === 'delete';
      t.equal(undo === null, isLost, `${name} ${operation} can be undone`);
      if (undo)
        t.ok(accepts(name, undo.operation, undo.payload), `${name}: the undo of ${operation} can be staged`);
    }
    const listed = await session.list(name);
    t.ok(listed?.length, `${name} is listed`);
  }
  const { objects: synced } = await session.snapshot();
  for (const name of objects) {
    const live = await featureOf(name).read?.(session, ids.get(name) ?? '');
    const key = name === 'interfaces.assignment' ? 'identifier' : 'uuid';
    t.same(
      synced[name]?.find((value) => value[key] === ids.get(name)),
      live,
      `${name}: synced and read alike`,
    );
  }
  for (const name of objects.toReversed()) {
    const feature = featureOf(name);
    const removed = push('delete', {}, ids.get(name) ?? '');
    t.same(
      await feature.verify?.(session, removed, await feature.apply(session, removed)),
      { holds: true, value: null },
      `${name} deleted`,
    );
    isInService(name);
  }
  t.equal(objects.length, 51);
});

t.test('settings, table entries, services and jobs are applied and verified', async (t) => {
  const { session, firewall } = await labFirewall(t);
  for (const name of ['dns.settings', 'ids.settings']) {
    const feature = featureOf(name);
    for (const payload of [examples[name] ?? {}, changes[name] ?? {}]) {
      const updated = push('update', payload);
      const seen = await feature.verify?.(session, updated, await feature.apply(session, updated));
      t.equal(seen?.holds, true, `${name} ${seen?.mismatch}`);
    }
    t.same((await session.list(name))?.[0], await feature.read?.(session, null), `${name} is one object`);
  }
  t.same(copyOf(firewall, 'running')['OPNsense/IDS/IDS'], copyOf(firewall, 'saved')['OPNsense/IDS/IDS']);
  const entry = featureOf('firewall.table_entry');
  const made = push('create', examples['firewall.table_entry']);
  const applied = await entry.apply(session, made);
  t.same(applied, { target_id: 'blocked_hosts/198.51.100.99' });
  t.match(await entry.verify?.(session, made, applied), { holds: true });
  t.ok((await session.list('firewall.table_entry'))?.some(({ address }) => address === '198.51.100.99'));
  const gone = push('delete', {}, applied.target_id);
  t.same(await entry.verify?.(session, gone, await entry.apply(session, gone)), { holds: true, value: null });
  const byTable = push('delete', { address: '198.51.100.7' }, 'blocked_hosts');
  t.match(await entry.verify?.(session, byTable, await entry.apply(session, byTable)), { holds: true });
  for (const name of ['diagnostics.ping', 'diagnostics.packet_capture']) {
    const job = push('create', examples[name]);
    const seen = await featureOf(name).verify?.(session, job, await featureOf(name).apply(session, job));
    t.match(seen, { holds: true, value: { status: 'running' } }, name);
  }
  const restart = push('update', {}, targets['services.control']);
  t.match(
    await featureOf('services.control').verify?.(
      session,
      restart,
      await featureOf('services.control').apply(session, restart),
    ),
    { holds: true, value: { name: 'unbound' } },
  );
  t.same(firewall.state()['restarted'], ['unbound']);
});

t.test('commands act at once, and the firmware is followed to its end', async (t) => {
  const { session, firewall, client } = await labFirewall(t);
  await featureOf('firewall.states_flush').apply(session, push('delete'));
  t.equal(firewall.state()['states'], 0);
  const before = await session.probe();
  const update = featureOf('system.firmware_update').apply(session, push('update'));
  await untilBusy(client);
  firewall.clock.advance(2_000);
  await update;
  t.not((await session.probe()).version, before.version, 'another version runs');
  const [backup] = (await session.list('system.config_restore')) ?? [];
  t.equal(backup, undefined, 'nothing was saved yet');
  await featureOf('firewall.category').apply(session, push('create', { name: 'kept' }));
  const [first] = (await session.list('system.config_restore')) ?? [];
  await featureOf('firewall.category').apply(session, push('create', { name: 'lost' }));
  await featureOf('system.config_restore').apply(session, push('update', {}, String(first?.['id'])));
  t.same(
    copyOf(firewall, 'running')['OPNsense/Firewall/Category#categories.category']?.map(({ name }) => name),
    ['kept'],
  );
  t.match(
    await failure(featureOf('system.config_restore').apply(session, push('update', {}, 'config-1.xml'))),
    {
      type: 'adapter_not_found',
      outcome: 'refused',
    },
  );
});

async function untilBusy(client: { get(path: string): Promise<unknown> }): Promise<void> {
  while (Reflect.get(Object(await client.get('/api/core/firmware/running')), 'status') !== 'busy');
}

const failure = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

t.test('what takes the firewall down is answered first', async (t) => {
  for (const name of ['system.reboot', 'system.halt', 'system.factory_reset', 'system.firmware_upgrade']) {
    const { session, firewall, client } = await labFirewall(t, { reboot_ms: 60_000 });
    const applied = featureOf(name).apply(session, push('update'));
    if (name === 'system.firmware_upgrade') {
      await untilBusy(client);
      firewall.clock.advance(1_500);
    }
    t.same(await applied, { target_id: null }, name);
  }
});
