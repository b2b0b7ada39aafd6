import { PatchbayError } from '@patchbay/kernel/errors';
import { outranks, type Principal, ROLE_NAMES, type RoleName } from '@patchbay/kernel/permissions';
import { bootPlatform, PASSWORD } from '@patchbay/test/harness';
import pg from 'pg';
import t from 'tap';
import { Users } from '../services/users.ts';

const MODULES = 'identity,api-keys,organizations,audit';
const harness = await bootPlatform(t, { environment: { PATCHBAY_MODULES: MODULES }, work: false });
const owner = await harness.owner();
const users = harness.get(Users);
const outside = new pg.Client({ connectionString: harness.databaseUrl });
await outside.connect();
t.teardown(() => outside.end());
let made = 0;

/** A user of this role, as the platform would let them act. */
async function actor(role: RoleName): Promise<Principal> {
  const person = role === 'super_admin' ? owner : await harness.person(role);
  const { rows } = await outside.query('select token_version from users where id = $1', [person.user_id]);
  return {
    kind: 'user',
    user_id: person.user_id,
    organization_id: person.organization_id,
    role,
    scopes: null,
    site_ids: null,
    key_id: null,
    session_id: null,
    token_version: rows[0].token_version,
  };
}
const actors = new Map<RoleName, Principal>();
for (const role of ROLE_NAMES) actors.set(role, await actor(role));
const as = (role: RoleName): Principal => actors.get(role) as Principal;

const outcome = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof PatchbayError ? error.id : String(error)),
  );
const wanted = (allowed: boolean): string => (allowed ? 'done' : 'organizations.role_too_high');

/** A user who is put into roles past every rule, so that every starting point can be tried. */
const { rows } = await outside.query(
  `insert into users (id, organization_id, email, email_key, username, username_key, role)
   values (gen_random_uuid(), $1, 't@example.com', 't@example.com', 'target', 'target', 'guest') returning id`,
  [owner.organization_id],
);
const target: string = rows[0].id;
const put = (role: RoleName) =>
  outside.query('update users set role = $2, is_active = true, deleted_at = null where id = $1', [
    target,
    role,
  ]);
const roleNow = async (): Promise<RoleName> =>
  (await outside.query('select role from users where id = $1', [target])).rows[0].role;

t.test('over all pairs of roles, one creates only what stands strictly below', async (t) => {
  for (const mine of ROLE_NAMES)
    for (const role of ROLE_NAMES) {
      made += 1;
      const input = { email: `n${made}@example.com`, username: `new-${made}`, password: PASSWORD, role };
      t.equal(
        await outcome(users.create(as(mine), input)),
        wanted(outranks(mine, role)),
        `${mine} makes ${role}`,
      );
    }
});

t.test('from every role to every role, only those strictly above both change it', async (t) => {
  for (const mine of ROLE_NAMES)
    for (const before of ROLE_NAMES)
      for (const after of ROLE_NAMES) {
        await put(before);
        const allowed = outranks(mine, before) && outranks(mine, after);
        const said = await outcome(users.update(as(mine), target, { role: after }, null));
        t.equal(said, wanted(allowed), `${mine}: ${before} to ${after}`);
        t.equal(await roleNow(), allowed ? after : before, `${mine}: ${before} to ${after}`);
      }
});

t.test(
  'over all pairs of roles, one edits, disables and deletes only what stands strictly below',
  async (t) => {
    for (const mine of ROLE_NAMES)
      for (const role of ROLE_NAMES) {
        await put(role);
        const allowed = wanted(outranks(mine, role));
        for (const patch of [{ display_name: 'x' }, { is_active: false }, { is_active: true }])
          t.equal(
            await outcome(users.update(as(mine), target, patch, null)),
            allowed,
            `${mine} edits ${role}`,
          );
        t.equal(await outcome(users.remove(as(mine), target, null)), allowed, `${mine} deletes ${role}`);
      }
  },
);

t.test('words that are no role of anybody are refused as such', async (t) => {
  for (const role of ['', 'SUPER_ADMIN', 'super_admin ', 'constructor', '__proto__', 'root']) {
    const said = await outcome(users.update(as('super_admin'), target, { role }, null));
    t.equal(said, 'organizations.unknown_role', role);
  }
});
