import { closed } from '@patchbay/kernel/schema';
import type { ChangeOperation } from '@patchbay/vendor-kit';
import type { ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import t from 'tap';
import { examples, prerequisites } from './feature-examples.ts';
import { featureOf, features } from './lab-firewall.ts';

const validators = new Map<string, ValidateFunction>();

/** Judges as staging does: closed, strict, all errors. */
function problems(name: string, operation: ChangeOperation, payload: unknown): readonly string[] {
  const key = `${name} ${operation}`;
  const ajv = new Ajv2020({ strict: true, strictTypes: false, strictTuples: false, allErrors: true });
  const validate = validators.get(key) ?? ajv.compile(closed(featureOf(name).payload(operation)));
  validators.set(key, validate);
  return validate(payload)
    ? []
    : (validate.errors ?? []).map((each) => `${each.instancePath} ${each.message}`);
}

t.test('the schema of every operation compiles, takes its example and refuses unknown fields', async (t) => {
  for (const { name, operations } of features) {
    const example = examples[name] ?? {};
    for (const operation of operations) {
      const payload = operation === 'delete' ? (example.filters ?? {}) : (example[operation] ?? {});
      t.same(problems(name, operation, payload), [], `${name} ${operation}`);
      t.not(problems(name, operation, { ...payload, no_such_field: 1 }).length, 0, `${name} ${operation}`);
    }
  }
  for (const [name, payload] of prerequisites) t.same(problems(name, 'create', payload), [], name);
});

const rule = { type: 'pass', interface: ['lan'], ipprotocol: 'inet', source: 'any', destination: 'any' };
const address = {
  mode: 'ipalias',
  interface: 'wan',
  type: 'single',
  subnet: '203.0.113.20',
  subnet_bits: 32,
};
const refused: readonly (readonly [string, ChangeOperation, unknown, RegExp])[] = [
  ['firewall.alias', 'create', { type: 'host' }, /'name'/],
  ['firewall.alias', 'create', { name: 5, type: 'host' }, /\/name must be string/],
  ['firewall.alias', 'create', { name: 'a-b', type: 'host' }, /\/name must match pattern/],
  ['firewall.alias', 'create', { name: 'x'.repeat(32), type: 'host' }, /\/name must NOT have more than 31/],
  ['firewall.alias', 'create', { name: 'x', type: 'nope' }, /\/type must be equal to one of/],
  ['firewall.alias', 'create', { name: 'x', type: 'host', address: 'any' }, /\/address must be array/],
  ['firewall.alias', 'update', { name: 'renamed' }, /additional properties/],
  ['firewall.alias', 'update', {}, /fewer than 1/],
  ['firewall.alias', 'delete', { apply: true }, /additional properties/],
  ['firewall.rule', 'create', { ...rule, tracker: 5 }, /additional properties/],
  ['firewall.schedule', 'create', { name: 'x', timerange: [] }, /\/timerange must NOT have fewer than 1/],
  ['firewall.rule', 'create', { ...rule, direction: 'in' }, /\/direction must be equal/],
  ['firewall.rule', 'create', { ...rule, destination_port: '443' }, /\/destination_port must be equal/],
  ['firewall.rule', 'create', { ...rule, placement: -1 }, /\/placement must be >= 0/],
  ['firewall.rule', 'create', { ...rule, id: 0 }, /additional properties/],
  ['firewall.rule', 'create', { ...rule, append: true }, /additional properties/],
  ['firewall.virtual_ip', 'create', { ...address, mode: 'carp' }, /required property 'vhid'/],
  ['firewall.virtual_ip', 'create', { ...address, subnet_bits: 129 }, /\/subnet_bits must be <= 128/],
  [
    'firewall.schedule',
    'create',
    { name: 'x', timerange: [{ hour: '8:00-9:00', day: [1], odd: 1 }] },
    /additional/,
  ],
  ['interfaces.vlan', 'create', { if: 'em1', tag: '20' }, /\/tag must be integer/],
  ['dhcp.static_mapping', 'create', { mac: 'aa:bb:cc:dd:ee:01' }, /'parent_id'/],
  ['dhcp.static_mapping', 'create', { parent_id: 'lan', mac: 'zz:bb' }, /\/mac must match pattern/],
  ['diagnostics.ping', 'create', { host: '192.0.2.1', count: 11 }, /\/count must be <= 10/],
  ['services.control', 'update', { name: 'unbound', action: 'explode' }, /\/action must be equal/],
  ['firewall.states', 'delete', {}, /fewer than 1/],
  ['system.reboot', 'update', { now: true }, /additional properties/],
];

t.test('a payload that the firewall could not take is refused before it is staged', async (t) => {
  for (const [name, operation, payload, told] of refused)
    t.match(problems(name, operation, payload).join('; '), told, `${name} ${JSON.stringify(payload)}`);
});

t.test(
  'fields whose conditions are not met may be what they read as, so that a value read can be made again',
  async (t) => {
    const idle = { direction: null, quick: null, icmptype: null, destination_port: null };
    t.same(problems('firewall.rule', 'create', { ...rule, ...idle }), []);
    t.same(problems('firewall.rule', 'create', { ...rule, direction: 'any', quick: false }), []);
    const floating = { ...rule, floating: true, direction: 'in', quick: true };
    t.same(problems('firewall.rule', 'create', floating), []);
    const range = { position: [1, 2], hour: '8:00-17:00', month: null, day: null };
    t.same(problems('firewall.schedule', 'create', { name: 'x', timerange: [range] }), []);
    t.same(
      problems('firewall.virtual_ip', 'create', { ...address, mode: 'carp', vhid: 1, password: 'x' }),
      [],
    );
  },
);
