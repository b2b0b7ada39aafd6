import { ROLE_NAMES, roleLevel } from '@patchbay/kernel/permissions';
import fc from 'fast-check';
import t from 'tap';
import type { GrantableRole } from '../schemas/providers.ts';
import { grantedRole } from '../services/providers/role-rules.ts';

const roles = ROLE_NAMES.filter((role): role is GrantableRole => role !== 'super_admin');
const role = fc.constantFrom(...roles);
const group = fc.constantFrom('a', 'b', 'c', 'd');

t.test('no mapping, whatever it says, gives more than the ceiling', async () => {
  fc.assert(
    fc.property(
      role,
      fc.option(role),
      fc.array(fc.record({ claim_value: group, role })),
      fc.array(group),
      (role_ceiling, default_role, role_mapping, groups) => {
        const given = grantedRole({ kind: 'oidc', role_ceiling, default_role, role_mapping }, groups);
        const fits = role_mapping.some(({ claim_value }) => groups.includes(claim_value));
        if (given === null) return !fits && default_role === null;
        return roleLevel(given) <= roleLevel(role_ceiling);
      },
    ),
  );
});

t.test('the highest role that fits is given; names of a directory are compared as it does', async (t) => {
  const rules = {
    role_ceiling: 'admin',
    default_role: null,
    role_mapping: [
      { group: 'cn=Net,dc=example', role: 'viewer' },
      { claim_value: 'cn=ops,dc=example', role: 'operator' },
    ],
  } as const;
  const both = ['CN=net, DC=Example', 'cn=OPS,dc=example'];
  t.equal(grantedRole({ kind: 'ldap', ...rules }, both), 'operator');
  t.equal(grantedRole({ kind: 'oidc', ...rules }, both), null);
});
