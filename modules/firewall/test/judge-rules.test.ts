// Runs in a process of its own: turns of the loop are timed, and garbage of other files would lengthen them.

import { systemPrincipal } from '@patchbay/kernel/permissions';
import type { SyncedControllers } from '@patchbay/module-gateway/contract';
import { staysResponsive } from '@patchbay/test/harness';
import type { FirewallRule } from '@patchbay/vendor-kit';
import fc from 'fast-check';
import t from 'tap';
import { Hygiene } from '../services/hygiene.ts';
import { judgeRules } from '../services/judge-rules.ts';
import { addresses, blank, type Meaning, matches, names, packets, ruleList } from './packets.ts';

const kinds = async (...rules: Partial<FirewallRule>[]) => {
  const found = await judgeRules(rules.map((rule, position) => ({ ...blank, position, ...rule })));
  return found.map(({ kind, rule, by }) => [kind, rule.position, by?.position ?? null]);
};
const from = (...networks: string[]) => ({ negated: false, networks, names: [] });

t.test('a rule is shadowed by one before it that decides everything it could match', async (t) => {
  const wide = { source: from('10.0.0.0/8'), action: 'drop' } as const;
  const narrow = { source: from('10.1.0.0/16'), destination_ports: ['443'], protocols: ['tcp'] };
  t.same(await kinds(wide, narrow), [['shadowed', 1, 0]]);
  t.same(await kinds(narrow, wide), [], 'the order decides');
  t.same(await kinds({ ...wide, decides: false }, narrow), [], 'what only counts or logs shadows nothing');
  t.same(await kinds({ ...wide, enabled: false }, narrow), [['disabled', 0, null]]);
  t.same(await kinds({ ...wide, conditions: ['state=new'] }, narrow), [], 'it matches less than it seems');
  t.same(await kinds({ ...wide, chain: 'input' }, narrow), [], 'another chain never meets the packet');
  const [finding] = await judgeRules([
    { ...blank, ...wide, name: 'no lan' },
    { ...blank, ...narrow, position: 1 },
  ]);
  t.match(finding, {
    severity: 'high',
    by: { name: 'no lan' },
    reason: 'Every packet it can match is decided by rule 1 (no lan) before it, in another way: drop.',
  });
});

t.test('equal rules are duplicates, whatever they are called and however they are written', async (t) => {
  const one = { source: from('10.0.0.0/31', '10.0.0.2/31'), destination_ports: ['1-2', '3'] };
  const other = { source: from('10.0.0.0-10.0.0.3'), destination_ports: ['1-3'], name: 'again' };
  t.same(await kinds(one, other), [['duplicate', 1, 0]]);
  t.same(await kinds(one, { ...other, action: 'drop' }), [['shadowed', 1, 0]]);
});

t.test('what lets everything through is told by how wide it stands', async (t) => {
  const severity = async (rule: Partial<FirewallRule>) =>
    (await judgeRules([{ ...blank, ...rule }])).map((found) => `${found.kind} ${found.severity}`);
  t.same(await severity({}), ['any_any high']);
  t.same(await severity({ family: 'ipv4' }), ['any_any high']);
  t.same(await severity({ in_interfaces: ['lan'] }), ['any_any medium']);
  t.same(await severity({ in_interfaces: ['lan'], out_interfaces: ['wan'] }), ['any_any low']);
  t.same(await severity({ source: from('0.0.0.0/0'), family: 'ipv4' }), ['any_any high']);
  t.same(await severity({ source: from('0.0.0.0/0') }), ['any_any high'], 'of its version it is everything');
  t.same(await severity({ source: from('0.0.0.0/1') }), []);
  for (const rule of [{ action: 'drop' }, { protocols: ['tcp'] }, { conditions: ['state=new'] }] as const)
    t.same(await severity({ ...rule }), []);
});

t.test('rules that nothing matches are told: by their counters, or by what they ask', async (t) => {
  t.same(await kinds({ protocols: ['tcp'], hits: 0 }, { protocols: ['udp'], hits: 3 }), [
    ['unused', 0, null],
  ]);
  t.same(await kinds({ family: 'ipv4', source: from('2001:db8::/32') }), [['never_matches', 0, null]]);
  t.same(await kinds({ source: from() }), [['never_matches', 0, null]]);
});

t.test('names are equal to themselves and to nothing else', async (t) => {
  const named = (name: string, negated = false) => ({ source: { negated, networks: [], names: [name] } });
  t.same(await kinds(named('lan'), { ...named('lan'), protocols: ['tcp'] }), [['shadowed', 1, 0]]);
  t.same(await kinds(named('lan'), named('guests')), []);
  t.same(await kinds(named('lan'), { source: from('10.0.0.1') }), []);
  t.same(await kinds(named('lan', true), { source: from('10.0.0.1') }), []);
  t.same(await kinds(named('lan', true), { ...named('lan', true), protocols: ['tcp'] }), [
    ['shadowed', 1, 0],
  ]);
  t.same(await kinds({ ...named('lan'), family: 'ipv4' }, named('lan')), [], 'one version is not both');
});

const meaning: fc.Arbitrary<Meaning> = fc
  .tuple(fc.subarray(addresses), fc.subarray(addresses))
  .map((members) => Object.fromEntries(names.map((name, index) => [name, new Set(members[index])])));

t.test('no rule that is said to be shadowed decides any packet, whatever names mean', async (t) => {
  await fc.assert(
    fc.asyncProperty(ruleList(true), meaning, async (rules, means) => {
      const told = await judgeRules(rules);
      const dead = told.filter(({ kind }) => ['shadowed', 'duplicate', 'never_matches'].includes(kind));
      for (const { rule, by } of dead) {
        const earlier = rules.filter((each) => each.position < rule.position && each.enabled && each.decides);
        for (const packet of packets) {
          if (!matches(rule, packet, means)) continue;
          const isReached = !earlier.some((each) => matches(each, packet, means));
          if (isReached) return false;
          if (by && !matches(by, packet, means)) return false;
        }
      }
      return true;
    }),
    { numRuns: 200, endOnFailure: true },
  );
  t.pass();
});

t.test('every rule that one before it decides for is found, where no names leave it open', async (t) => {
  const nothing: Meaning = {};
  await fc.assert(
    fc.asyncProperty(ruleList(false), async (rules) => {
      const told = await judgeRules(rules);
      const dead = new Set(told.filter(({ by }) => by !== null).map(({ rule }) => rule.position));
      for (const rule of rules.filter(({ enabled }) => enabled)) {
        const own = packets.filter((packet) => matches(rule, packet, nothing));
        const shadow = rules.find(
          (each) =>
            each.position < rule.position &&
            each.enabled &&
            each.decides &&
            own.every((packet) => matches(each, packet, nothing)),
        );
        if (own.length > 0 && (shadow !== undefined) !== dead.has(rule.position)) return false;
      }
      return true;
    }),
    { numRuns: 200, endOnFailure: true },
  );
  t.pass();
});

t.test('thousands of rules leave room for others while they are compared', async (t) => {
  const rules = Array.from({ length: 3_000 }, (_, position) => ({
    ...blank,
    position,
    source: from(`10.${position >> 8}.${position & 255}.0/24`),
  }));
  await staysResponsive(t, 'one firewall of 3,000 rules', async () => t.same(await judgeRules(rules), []));
});

t.test('a report on hundreds of small firewalls leaves room for others, too', async (t) => {
  const rules = Array.from({ length: 100 }, (_, position) => ({
    ...blank,
    position,
    source: from(`10.0.${position}.0/24`),
  }));
  const firewalls = Array.from({ length: 600 }, (_, number) => ({
    id: `firewall-${number}`,
    name: `Firewall ${number}`,
    vendor: 'opnsense',
    feature_prefix: '',
    site_id: 'site',
    status: 'online',
    last_sync_at: null,
    gap: null,
    is_read: true,
    reading: { features: [], rules: () => rules },
    objects: {},
  }));
  const synced = { read: async () => firewalls } as Partial<SyncedControllers> as SyncedControllers;
  const hygiene = new Hygiene({ synced, controllers: { open: () => Promise.reject(new Error('not live')) } });
  const principal = systemPrincipal('0199aa00-0000-7000-8000-000000000001');
  await staysResponsive(t, '600 firewalls of 100 rules', async () => {
    const { judged } = await hygiene.report(principal, { page: 1, per_page: 50 });
    t.same(judged, { controllers: 600, rules: 60_000 });
  });
});
