import fc from 'fast-check';
import t from 'tap';
import {
  type Access,
  decide,
  outranks,
  type PermissionDeclaration,
  PermissionMap,
  type Principal,
  patternCovers,
  ROLE_NAMES,
  type RoleName,
  roleAtLeast,
  roleLevel,
  systemPrincipal,
} from '../index.ts';
import { always } from './always.ts';

const RUNS = 1_000;
const role = fc.constantFrom(...ROLE_NAMES);
const id = fc
  .tuple(
    fc.constantFrom('device', 'cameras', 'vpn', 'collector.logs'),
    fc.constantFrom(':', '.'),
    fc.constantFrom('read', 'write', 'view'),
  )
  .map((parts) => parts.join(''));
const declared: fc.Arbitrary<readonly PermissionDeclaration[]> = fc.uniqueArray(
  fc.record({ id, title: fc.constant('t'), lowest: fc.option(role) }),
  { selector: (each) => each.id, maxLength: 8 },
);
const scope = fc.oneof(
  id,
  id.map((each) => each.replace(/[a-z]+$/, '*')),
  fc.constant('*'),
);
const scopes = fc.option(fc.array(scope, { minLength: 1, maxLength: 5 }));

const principalOf = (held: RoleName, limited: readonly string[] | null): Principal => ({
  ...systemPrincipal('01900000-0000-7000-8000-00000000000a'),
  kind: limited === null ? 'user' : 'api_key',
  role: held,
  scopes: limited,
});

t.test('a permission is held by its lowest role and every role above, and by no other', async (t) => {
  always(
    t,
    fc.property(declared, role, (declarations, held) => {
      const map = new PermissionMap(declarations);
      return declarations.every(
        ({ id: wanted, lowest }) =>
          map.roleHolds(held, wanted) ===
          (held === 'super_admin' || (lowest !== null && roleAtLeast(held, lowest))),
      );
    }),
    RUNS,
  );
});

t.test('a higher role holds whatever a lower one does', async (t) => {
  always(
    t,
    fc.property(declared, role, role, id, (declarations, one, other, wanted) => {
      const map = new PermissionMap(declarations);
      return !outranks(one, other) || !map.roleHolds(other, wanted) || map.roleHolds(one, wanted);
    }),
    RUNS,
  );
});

t.test('scopes are a ceiling: a scoped key may what both its role and its scopes allow', async (t) => {
  always(
    t,
    fc.property(declared, role, scopes, id, (declarations, held, limited, permission) => {
      const map = new PermissionMap(declarations);
      const byRole = map.roleHolds(held, permission);
      const byScope = limited === null || limited.some((each) => patternCovers(each, permission));
      return decide(map, principalOf(held, limited), { permission }).allowed === (byRole && byScope);
    }),
    RUNS,
  );
});

const access: fc.Arbitrary<Access> = fc.oneof(
  fc.record({ permission: id, unscoped: fc.boolean() }),
  fc.record({ permission: id, role, unscoped: fc.boolean() }),
  fc.record({ role, unscoped: fc.boolean() }),
  fc.constant({ authenticated: true } as const),
);

t.test('no route lets a scoped key do what its user without scopes could not', async (t) => {
  always(
    t,
    fc.property(declared, role, scopes, access, (declarations, held, limited, wanted) => {
      const map = new PermissionMap(declarations);
      const scoped = decide(map, principalOf(held, limited), wanted).allowed;
      return !scoped || decide(map, principalOf(held, null), wanted).allowed;
    }),
    RUNS,
  );
});

t.test('what asks for a role or for an unscoped credential is closed to scoped keys', async (t) => {
  always(
    t,
    fc.property(
      declared,
      role,
      role,
      fc.array(scope, { minLength: 1 }),
      id,
      (declarations, held, lowest, limited, permission) => {
        const map = new PermissionMap(declarations);
        const key = principalOf(held, limited);
        return (
          !decide(map, key, { role: lowest }).allowed &&
          !decide(map, key, { permission, unscoped: true }).allowed
        );
      },
    ),
    RUNS,
  );
});

t.test('one of several ways in is enough, none of them is not', async (t) => {
  always(
    t,
    fc.property(
      declared,
      role,
      scopes,
      fc.array(access, { minLength: 1, maxLength: 4 }),
      (declarations, held, limited, anyOf) => {
        const map = new PermissionMap(declarations);
        const principal = principalOf(held, limited);
        const one = anyOf.some((each) => decide(map, principal, each).allowed);
        return decide(map, principal, { anyOf }).allowed === one && !decide(map, null, { anyOf }).allowed;
      },
    ),
    RUNS,
  );
});

t.test('roles are in one strict order', async (t) => {
  for (const one of ROLE_NAMES)
    for (const other of ROLE_NAMES) {
      t.equal(outranks(one, other), roleLevel(one) > roleLevel(other), `${one} ${other}`);
      t.equal(outranks(one, other), !roleAtLeast(other, one), `${one} ${other}`);
      if (one !== other) t.not(roleLevel(one), roleLevel(other), 'no two are level');
    }
});
