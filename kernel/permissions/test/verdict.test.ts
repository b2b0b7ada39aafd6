import t from 'tap';
import { type Access, authorize, decide, definePermission, PermissionMap, type Principal } from '../index.ts';
import { systemPrincipal } from '../principal.ts';
import type { RoleName } from '../roles.ts';

const map = new PermissionMap([
  definePermission({ id: 'site:read', title: '', lowest: 'viewer' }),
  definePermission({ id: 'site:write', title: '', lowest: 'org_admin' }),
]);
const as = (role: RoleName, scopes: readonly string[] | null = null): Principal => ({
  ...systemPrincipal('0190a0a0-0000-7000-8000-000000000001'),
  kind: scopes === null ? 'user' : 'api_key',
  role,
  scopes,
});
const verdictOf = (principal: Principal | null, access: Access) => {
  const { allowed, decided_by, steps } = decide(map, principal, access);
  return [allowed, decided_by, steps];
};

t.test('a verdict says what decided it, step by step', async (t) => {
  const read = { permission: 'site:read' };
  t.same(verdictOf(as('viewer'), read), [true, 'role', ['role viewer holds site:read']]);
  t.same(verdictOf(as('guest'), read), [false, 'role', ['role guest lacks site:read']]);
  t.same(verdictOf(as('super_admin', ['site:*']), read), [
    true,
    'scope',
    ['role super_admin holds site:read', "the key's scopes cover site:read"],
  ]);
  t.same(verdictOf(as('super_admin', ['*']), read), [
    false,
    'scope',
    ['role super_admin holds site:read', "the key's scopes do not cover site:read"],
  ]);
  t.same(verdictOf(null, read), [false, 'credential', ['no credential']]);
  t.same(verdictOf(null, { public: 'a door' }), [true, 'public', ['public: a door']]);
  t.same(verdictOf(as('guest'), { authenticated: true }), [true, 'credential', ['authenticated']]);
});

t.test('roles cannot be used through scopes, and some doors want no scopes at all', async (t) => {
  t.same(verdictOf(as('org_admin'), { role: 'org_admin' }), [true, 'role', ['role org_admin']]);
  t.match(verdictOf(as('org_admin', ['site:*']), { role: 'org_admin' }), [
    false,
    'unscoped',
    [/through scopes/],
  ]);
  t.match(verdictOf(as('org_admin', ['site:*']), { permission: 'site:read', unscoped: true }), [
    false,
    'unscoped',
  ]);
  t.match(verdictOf(as('operator'), { permission: 'site:read', role: 'site_admin' }), [
    false,
    'role',
    [/site_admin/],
  ]);
});

t.test('of several demands one is enough; refused, the one that came furthest decides', async (t) => {
  const either: Access = { anyOf: [{ permission: 'site:write' }, { role: 'viewer' }] };
  t.match(verdictOf(as('viewer'), either), [true, 'role', ['role viewer lacks site:write', 'role viewer']]);
  t.match(verdictOf(as('org_admin', ['site:read']), either), [false, 'scope']);
});

t.test('what a scoped key is let in by is told, questions and refusals are not', async (t) => {
  const told: string[] = [];
  map.onUse(({ role }, permission) => told.push(`${role} ${permission}`));
  authorize(map, as('org_admin', ['site:*']), { permission: 'site:write' });
  authorize(map, as('org_admin'), { permission: 'site:write' });
  decide(map, as('org_admin', ['site:*']), { permission: 'site:read' });
  t.throws(() => authorize(map, as('viewer', ['site:*']), { permission: 'site:write' }), /Not allowed/);
  t.same(told, ['org_admin site:write']);
});
