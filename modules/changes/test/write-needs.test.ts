import {
  definePermission,
  PermissionMap,
  type Principal,
  type RoleName,
  systemPrincipal,
} from '@patchbay/kernel/permissions';
import type { ReviewedWrite, WriteNeeds } from '@patchbay/vendor-kit';
import t from 'tap';
import { approvalHash } from '../services/approvals/approval-hash.ts';
import { FeatureIndex } from '../services/staging/feature-index.ts';
import { soundsLikeCommand } from '../services/weighing/command-names.ts';
import { judgeWrite, needsOf } from '../services/weighing/write-needs.ts';
import { change, feature, ORGANIZATION } from './support/rows.ts';

const write = (payload: ReviewedWrite['payload'] = {}): ReviewedWrite => ({
  operation: 'update',
  target_id: '*1',
  payload,
});
const nothing = () => undefined;
const plain: WriteNeeds = { risk: 'normal', permissions: ['network:write'], because: [] };

t.test('names by which gear runs something or lets someone in are known in any spelling', async (t) => {
  for (const name of [
    'script',
    'lease-script',
    'dhcpscript',
    'hookscript',
    'python_script',
    'upScript',
    'on-event',
    'on_up',
    'onLogin',
    'command',
    'ForceCommand',
    'cmd',
    'healthcheck-cmd',
    'post_up',
    'PostDown',
    'custom_options',
    'pppd_options',
    'hostapd_bss_options',
    'top_additional_options',
    'extraconftext',
    'UpdateCron',
    'authorizedkeys',
    'ssh-public-keys',
    'sshkeys',
    'privileges',
  ])
    t.ok(soundsLikeCommand(name), name);
  for (const name of [
    'description',
    'descriptor',
    'subscription',
    'onboot',
    'online',
    'one-session-per-host',
    'icmp-options',
    'dhcp-option',
    'commander',
    'hooked_on_a_feeling_of_hookah',
  ])
    t.notOk(soundsLikeCommand(name), name);
  t.notOk(soundsLikeCommand('x'.repeat(100_000)), 'nor is a long name read to its end');
});

t.test('a payload makes a write catastrophic, and asks for controller:write beside its own', async (t) => {
  t.same(needsOf(feature(), write({ name: 'a' }), nothing), plain);
  t.same(needsOf(feature(), write({ name: 'a', deep: [{ 'on-up': 'x' }] }), nothing), {
    risk: 'catastrophic',
    permissions: ['network:write', 'controller:write'],
    because: ['on-up'],
  });
  const walls = feature({ permission: 'firewall:write' });
  t.same(
    needsOf(walls, write({ command: 'x' }), nothing).permissions,
    ['firewall:write'],
    'where SPEC names one',
  );
  const declared = feature({ escalates: ['shelf', { field: 'door', when: (value) => value === 'open' }] });
  t.equal(needsOf(declared, write({ shelf: 0 }), nothing).risk, 'catastrophic');
  t.equal(needsOf(declared, write({ door: 'open' }), nothing).risk, 'catastrophic');
  t.equal(needsOf(declared, write({ door: 'shut' }), nothing).risk, 'normal');
  const excused = feature({ harmless: { cmd: 'is one of two words' } });
  t.equal(needsOf(excused, write({ cmd: 'block' }), nothing).risk, 'normal');
});

t.test('a feature that carries others takes what they ask, and the most where it cannot tell', async (t) => {
  const wall = feature({ key: 'acme.wall', permission: 'firewall:write' });
  const reset = feature({ key: 'acme.reset', permission: 'controller:write', risk: 'catastrophic' });
  const find = (key: string) => [wall, reset].find((each) => each.key === key);
  const carrying = (...keys: readonly string[]) => needsOf(feature({ carries: () => keys }), write(), find);
  t.same(carrying(), plain);
  t.same(carrying('acme.wall'), { ...plain, permissions: ['network:write', 'firewall:write'] });
  t.same(carrying('acme.wall', 'acme.reset'), {
    risk: 'catastrophic',
    permissions: ['network:write', 'firewall:write', 'controller:write'],
    because: [],
  });
  const unknown = { risk: 'catastrophic', permissions: ['network:write', 'controller:write'], because: [] };
  t.same(carrying('acme.gone'), unknown);
  t.same(needsOf(feature({ carries: () => null }), write(), find), unknown);
});

t.test('what is stored is worked out again, and never counts for less than it was staged with', async (t) => {
  const index = (...values: readonly ReturnType<typeof feature>[]) =>
    new FeatureIndex({ contributed: { values, version: 1 }, vendors: { values: [], version: 1 } });
  t.same(index(feature()).needsOn(change()), plain);
  t.equal(index(feature()).needsOn(change({ payload: { script: 'x' } })).risk, 'catastrophic');
  t.equal(index(feature()).needsOn(change({ risk: 'catastrophic' })).risk, 'catastrophic');
  t.same(index().needsOn(change({ risk: 'catastrophic', permission: 'vpn:write' })), {
    risk: 'catastrophic',
    permissions: ['vpn:write'],
    because: [],
  });
});

t.test('every permission and the floor are needed, and the refusal names the fields', async (t) => {
  const map = new PermissionMap([
    definePermission({ id: 'network:write', title: 'Networks', lowest: 'operator' }),
    definePermission({ id: 'controller:write', title: 'Controllers', lowest: 'site_admin' }),
  ]);
  const person = (role: RoleName, scopes: readonly string[] | null = null): Principal => ({
    ...systemPrincipal(ORGANIZATION),
    kind: scopes === null ? 'user' : 'api_key',
    role,
    scopes,
  });
  const needs = needsOf(feature(), write({ 'on-up': 'x' }), nothing);
  t.match(judgeWrite(map, person('operator'), needs), { allowed: false, reason: /site_admin.*on-up/ });
  t.match(judgeWrite(map, person('site_admin'), needs), { allowed: true });
  t.match(judgeWrite(map, person('site_admin', ['network:write']), needs), { allowed: false });
  t.match(judgeWrite(map, person('site_admin', ['controller:write']), needs), { allowed: false });
  t.match(judgeWrite(map, person('site_admin', ['network:write', 'controller:write']), needs), {
    allowed: true,
  });
});

t.test('an approval stands for the risk that was known', async (t) => {
  const asSeen = approvalHash('hash', null, plain);
  t.equal(approvalHash('hash', null, { ...plain, because: [] }), asSeen);
  t.not(approvalHash('hash', null, { ...plain, risk: 'catastrophic' }), asSeen);
  t.not(approvalHash('hash', null, { ...plain, permissions: ['network:write', 'controller:write'] }), asSeen);
});
