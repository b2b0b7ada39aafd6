import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import t from 'tap';
import { examples, targets } from './feature-examples.ts';
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
      'cron.job',
      'system.user',
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

t.test('every object is synced as it is read', async (t) => {
  const { session, client } = await labFirewall(t);
  const ids = new Map<string, string>();
  const destination = await client.post('/api/dhcrelay/settings/addDest', {
    destination: { name: 'd1', server: '10.0.0.1' },
  });
  ids.set('relay-destination', String(Reflect.get(destination, 'uuid')));
  const objects = Object.keys(examples).filter((name) => featureOf(name).operations.length === 3);
  for (const name of objects) {
    const created = push('create', resolved(examples[name] ?? {}, ids));
    ids.set(name, (await featureOf(name).apply(session, created)).target_id ?? '');
  }
  const { objects: synced } = await session.snapshot();
  for (const name of objects) {
    const live = await featureOf(name).read?.(session, ids.get(name) ?? '');
    const key = name === 'interfaces.assignment' ? 'identifier' : 'uuid';
    t.same(
      synced[name]?.find((value) => value[key] === ids.get(name)),
      live,
      name,
    );
  }
  t.equal(objects.length, 51);
});

t.test('table entries, services and jobs tell what became of them', async (t) => {
  const { session, firewall } = await labFirewall(t);
  const entry = featureOf('firewall.table_entry');
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
