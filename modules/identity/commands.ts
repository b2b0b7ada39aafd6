import { DATABASE, type Database, exempt } from '@patchbay/kernel/database';
import { type RoleName, systemPrincipal } from '@patchbay/kernel/permissions';
import { SECRETS } from '@patchbay/kernel/secrets';
import { CommandError, command, EXIT } from '@patchbay/operator';
import { LOCKOUTS } from './contract/lockouts.ts';
import { ACCOUNTS, type Accounts, Email, FACTORS, type NewAccount, Slug, Username } from './contract.ts';
import { setupDone } from './errors/accounts.ts';
import { Setup } from './services/people/setup.ts';
import { foldLogin } from './services/sign-in/login-name.ts';

const ROLES = ['org_admin', 'super_admin'] as const satisfies readonly RoleName[];
const commandExemption = exempt(
  'identity.commands',
  'operators name an organization or a login before any scope is known',
);

export const createAdmin = command({
  name: 'create-admin',
  summary: 'make an administrator, also when no user can sign in any more',
  description: `The password is asked for, or read as one line from standard input; it is never an argument.
In an empty platform --setup makes the first organization too, and its super administrator.`,
  needs: 'platform',
  options: [
    {
      name: 'organization',
      value: 'slug',
      required: true,
      summary: 'organization of the new administrator',
      schema: Slug,
    },
    { name: 'email', value: 'address', required: true, summary: 'its e-mail address', schema: Email },
    { name: 'username', value: 'name', required: true, summary: 'its user name', schema: Username },
    { name: 'role', value: 'role', choices: ROLES, summary: 'default org_admin; with --setup super_admin' },
    { name: 'setup', summary: 'set an empty platform up, and make the organization' },
    { name: 'organization-name', value: 'name', summary: 'with --setup; default the slug' },
  ],
  deps: { database: DATABASE, accounts: ACCOUNTS, setup: Setup, secrets: SECRETS },
  run: async ({ options, deps: { database, accounts, setup, secrets }, print, prompt }) => {
    const { email, username, organization: slug } = options;
    if (options.setup) {
      if (options.role === 'org_admin')
        throw new CommandError('The first administrator is a super_admin.', { exitCode: EXIT.cannotRun });
      if (!(await setup.isRequired())) throw setupDone();
      const { organization, user } = await setup.initialize({
        organization_name: options['organization-name'] ?? slug,
        organization_slug: slug,
        email,
        username,
        password: await prompt.password('Password'),
        // Running this needs the key from which the token follows.
        setup_token: secrets.deriveKey('setup-token').toString('base64url'),
      });
      print(`Made organization ${organization.slug} and its super_admin ${user.username} (${user.id}).`);
      return EXIT.ok;
    }
    const organization_id = await organizationOf(database, slug, await setup.isRequired());
    const password = await prompt.password('Password');
    const role = (options.role ?? 'org_admin') as RoleName;
    const user = await create(database, accounts, organization_id, { email, username, password, role });
    print(`Made ${user.role} ${user.username} (${user.id}) in ${slug}.`);
    return EXIT.ok;
  },
});

async function organizationOf(database: Database, slug: string, isEmpty: boolean): Promise<string> {
  const row = await database.asSystem(commandExemption, (trx) =>
    trx
      .selectFrom('organizations')
      .select(['id', 'is_active'])
      .where('slug', '=', slug)
      .where('deleted_at', 'is', null)
      .executeTakeFirst(),
  );
  if (row === undefined)
    throw new CommandError(`There is no organization "${slug}".`, {
      hint: isEmpty ? 'The platform is empty: --setup makes the first one.' : 'Check the slug.',
    });
  if (!row.is_active)
    throw new CommandError(`Organization "${slug}" is switched off, so its users cannot sign in.`);
  return row.id;
}

async function create(
  database: Database,
  accounts: Accounts,
  organization_id: string,
  { password, ...account }: NewAccount,
) {
  const password_hash = await accounts.hashPassword(password, 'password');
  return database.write(systemPrincipal(organization_id), async (work) => {
    const user = await accounts.create(work, { ...account, password_hash });
    work.audit.record({
      action: 'users.create',
      target_type: 'user',
      target_id: user.id,
      detail: { username: user.username, role: user.role, by: 'patchbay create-admin' },
    });
    return user;
  });
}

export const resetMfa = command({
  name: 'reset-mfa',
  summary: "take every second factor from a user and end the user's sessions",
  needs: 'platform',
  arguments: [{ name: 'login', summary: 'user name or e-mail address' }],
  options: [{ name: 'yes', summary: 'without asking' }],
  deps: { database: DATABASE, accounts: ACCOUNTS, factors: FACTORS, lockouts: LOCKOUTS },
  run: async ({ arguments: { login }, options, deps, print, prompt }) => {
    const { database, accounts, factors, lockouts } = deps;
    const found = await userOf(database, login);
    const methods = await factors.methodsOf(found.id);
    const shown = methods.length === 0 ? 'no second factor' : methods.join(', ');
    const question = `${found.username} <${found.email}> has ${shown}. Take every factor and end all sessions?`;
    if (!options.yes && !(await prompt.confirm(question))) {
      print('Nothing was changed.');
      return EXIT.no;
    }
    await database.write(systemPrincipal(found.organization_id), async (work) => {
      await accounts.lock(work, found.id);
      await factors.reset(work, found.id);
      await lockouts.unlock(work, found.id);
      work.audit.record({
        action: 'users.reset_mfa',
        target_type: 'user',
        target_id: found.id,
        detail: { methods, by: 'patchbay reset-mfa' },
      });
    });
    print(`${found.username} signs in with one step now; every session was ended.`);
    return EXIT.ok;
  },
});

async function userOf(database: Database, login: string) {
  const key = foldLogin(login);
  const row = await database.asSystem(commandExemption, (trx) =>
    trx
      .selectFrom('users')
      .select(['id', 'organization_id', 'username', 'email'])
      .where(({ eb, or }) => or([eb('username_key', '=', key), eb('email_key', '=', key)]))
      .where('deleted_at', 'is', null)
      .executeTakeFirst(),
  );
  if (row === undefined) throw new CommandError(`There is no user "${login}".`);
  return row;
}
