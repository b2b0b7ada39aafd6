import { definePermission, PermissionMap, ROLE_NAMES } from '@patchbay/kernel/permissions';
import fc from 'fast-check';
import t from 'tap';
import { askedScopes, scopesIn } from '../services/authorization/asked-scopes.ts';

const map = new PermissionMap([
  definePermission({ id: 'site:read', title: 'Read sites', lowest: 'viewer' }),
  definePermission({ id: 'site:write', title: 'Change sites', lowest: 'org_admin' }),
  definePermission({ id: 'ai.chat', title: 'Chat', lowest: null }),
]);

t.test('a scope parameter is words between spaces, each once', async (t) => {
  t.same(scopesIn(' site:read  site:write site:read '), ['site:read', 'site:write']);
  t.same(scopesIn(undefined), []);
});

t.test('what is granted is declared, registered and held, or nothing is granted', async () => {
  const word = fc.constantFrom<string>('site:read', 'site:write', 'ai.chat', '*', 'site:*', 'no:such', '');
  fc.assert(
    fc.property(fc.array(word), fc.array(word), fc.constantFrom(...ROLE_NAMES), (asked, allowed, role) => {
      const outcome = askedScopes(map, asked, allowed, role);
      if ('refused' in outcome) return true;
      return (
        outcome.scopes.length > 0 &&
        outcome.scopes.every(
          (scope) =>
            map.isDeclared(scope) &&
            asked.includes(scope) &&
            allowed.includes(scope) &&
            map.roleHolds(role, scope),
        )
      );
    }),
  );
});

t.test('what the user does not hold is left out, other faults refuse all', async (t) => {
  const all = ['site:read', 'site:write'];
  t.same(askedScopes(map, all, all, 'viewer'), { scopes: ['site:read'] });
  for (const [asked, allowed] of [
    [['site:write'], all],
    [['site:read', 'no:such'], all],
    [all, ['site:read']],
    [['*'], ['*']],
    [[], all],
  ] as const)
    t.match(askedScopes(map, asked, allowed, 'viewer'), { refused: String });
});
