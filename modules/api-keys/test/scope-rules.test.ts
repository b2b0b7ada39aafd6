import {
  definePermission,
  PermissionMap,
  type Principal,
  systemPrincipal,
} from '@patchbay/kernel/permissions';
import t from 'tap';
import { ScopeRules } from '../services/scope-rules.ts';

const rules = new ScopeRules({
  permissions: new PermissionMap([
    definePermission({ id: 'site:read', title: '', lowest: 'viewer' }),
    definePermission({ id: 'site:write', title: '', lowest: 'org_admin' }),
    definePermission({ id: 'ai.chat', title: '', lowest: null }),
  ]),
});

const somebody = (role: Principal['role'], scopes: readonly string[] | null = null): Principal => ({
  ...systemPrincipal('0190a0a0-0000-7000-8000-000000000001'),
  kind: 'user',
  role,
  scopes,
});

t.test('one grants what one holds', async (t) => {
  t.doesNotThrow(() => rules.check(somebody('viewer'), ['site:read']));
  t.doesNotThrow(() => rules.check(somebody('org_admin'), ['site:*']));
  t.doesNotThrow(() => rules.check(somebody('super_admin'), ['*', 'ai.chat']));
  t.doesNotThrow(() => rules.check(somebody('viewer'), undefined));
});

t.test('more than one holds is refused', async (t) => {
  t.throws(() => rules.check(somebody('viewer'), ['site:*']), /You do not hold/);
  t.throws(() => rules.check(somebody('org_admin'), ['*']), /You do not hold/);
  t.throws(() => rules.check(somebody('org_admin'), ['ai.chat']), /You do not hold/);
});

t.test('a scoped key passes on its scopes only, and nothing unscoped', async (t) => {
  const key = somebody('super_admin', ['site:read']);
  t.doesNotThrow(() => rules.check(key, ['site:read']));
  t.throws(() => rules.check(key, ['site:*']), /You do not hold/);
  t.throws(() => rules.check(key, undefined), /unscoped credential/);
  t.doesNotThrow(() => rules.check(somebody('org_admin', ['site:*']), ['site:write']));
});

t.test('what means nothing is named with its place', async (t) => {
  const scopes = ['site:read', 'no:such', 'sit*'];
  const failure = await Promise.resolve()
    .then(() => rules.check(somebody('super_admin'), scopes))
    .catch((error: unknown) => error);
  t.match(failure, { kind: 'unprocessable', details: [{ field: 'scopes.1' }, { field: 'scopes.2' }] });
});
