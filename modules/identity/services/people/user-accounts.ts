import {
  columnsOf,
  containing,
  type Page,
  readPage,
  sql,
  type Unit,
  type UnitOfWork,
  violates,
} from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import { notFound } from '@patchbay/kernel/errors';
import { ROLE_NAMES, roleLevel } from '@patchbay/kernel/permissions';
import { newId } from '@patchbay/kernel/schema';
import type { Passwords } from '@patchbay/kernel/secrets';
import {
  type AccountChange,
  type AccountQuery,
  type Accounts,
  type Authority,
  type NewAccount,
  type PasswordOwner,
  UserSchema,
  type UserView,
} from '../../contract.ts';
import { loginTaken } from '../../errors/accounts.ts';
import type { EmailNotices } from '../email/email-notices.ts';
import type { PasswordPolicy } from '../passwords/password-policy.ts';
import { foldLogin } from '../sign-in/login-name.ts';

const COLUMNS = columnsOf(UserSchema);

const ADMIN_ROLES = ROLE_NAMES.filter((role) => roleLevel(role) >= 60);

/** The users of one organization, in the caller's unit. */
export class UserAccounts
  extends Service<{
    authority: Authority;
    passwords: Passwords;
    policy: PasswordPolicy;
    notices: Pick<EmailNotices, 'tell'>;
  }>
  implements Accounts
{
  async hashPassword(password: string, field: string, owner?: PasswordOwner): Promise<string> {
    await this.parts.policy.check(password, field, owner);
    return this.parts.passwords.hash(password);
  }

  async create(
    work: UnitOfWork,
    account: Omit<NewAccount, 'password'> & { readonly password_hash: string | null },
  ): Promise<UserView> {
    const { email, username, role, display_name = null, password_hash } = account;
    return uniqueLogin(
      work.sql
        .insertInto('users')
        .values({
          id: newId(),
          organization_id: work.organization_id,
          email,
          email_key: foldLogin(email),
          username,
          username_key: foldLogin(username),
          display_name,
          password_hash,
          role,
        })
        .returning(COLUMNS)
        .executeTakeFirstOrThrow(),
    );
  }

  findByEmail({ sql: trx }: Unit, email: string): Promise<UserView | undefined> {
    return trx
      .selectFrom('users')
      .select(COLUMNS)
      .where('email_key', '=', foldLogin(email))
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
  }

  async list({ sql: trx }: Unit, query: AccountQuery): Promise<Page<UserView>> {
    return readPage(matching(trx, query).select(COLUMNS), query, { sort: 'username', ties: 'asc' });
  }

  get(unit: Unit, id: string): Promise<UserView> {
    return found(live(unit, id).executeTakeFirst());
  }

  lock(work: UnitOfWork, id: string): Promise<UserView> {
    return found(live(work, id).forNoKeyUpdate().executeTakeFirst());
  }

  async change(work: UnitOfWork, id: string, change: AccountChange): Promise<UserView> {
    const before = change.email === undefined ? undefined : await this.lock(work, id);
    const endsSessions = change.role !== undefined || change.is_active !== undefined;
    const row = await uniqueLogin(
      work.sql
        .updateTable('users')
        .set(change)
        .set({
          updated_at: sql<string>`now()`,
          ...(change.email === undefined ? {} : { email_key: foldLogin(change.email) }),
          ...(change.username === undefined ? {} : { username_key: foldLogin(change.username) }),
        })
        .$if(endsSessions, (query) => query.set((each) => ({ token_version: each('token_version', '+', 1) })))
        .where('id', '=', id)
        .where('deleted_at', 'is', null)
        .returning(COLUMNS)
        .executeTakeFirst(),
    );
    if (endsSessions) work.afterCommit(() => this.parts.authority.changed(id));
    if (row !== undefined) this.#tellFormer(work, before, row);
    return found(Promise.resolve(row));
  }

  #tellFormer(work: UnitOfWork, before: UserView | undefined, { username, email }: UserView): void {
    if (before === undefined || before.email === email) return;
    this.parts.notices.tell(work, { to: before.email, username, new_email: email, happened: 'changed' });
  }

  async remove(work: UnitOfWork, id: string): Promise<void> {
    const { numUpdatedRows } = await work.sql
      .updateTable('users')
      .set((each) => ({ deleted_at: sql<string>`now()`, token_version: each('token_version', '+', 1) }))
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) throw notFound();
    work.afterCommit(() => this.parts.authority.changed(id));
  }

  async countAdmins(work: UnitOfWork): Promise<number> {
    await work.sql
      .selectFrom('organizations')
      .select('id')
      .where('id', '=', work.organization_id)
      .forNoKeyUpdate()
      .execute();
    const { total } = await work.sql
      .selectFrom('users')
      .select(sql<number>`count(*)`.as('total'))
      .where('role', 'in', ADMIN_ROLES)
      .where('is_active', '=', true)
      .where('deleted_at', 'is', null)
      .executeTakeFirstOrThrow();
    return total;
  }
}

const live = (unit: Unit, id: string) =>
  unit.sql.selectFrom('users').select(COLUMNS).where('id', '=', id).where('deleted_at', 'is', null);

function matching(trx: Unit['sql'], { search, role, is_active }: AccountQuery) {
  let query = trx.selectFrom('users').where('deleted_at', 'is', null);
  if (role !== undefined) query = query.where('role', '=', role);
  if (is_active !== undefined) query = query.where('is_active', '=', is_active);
  // The index for searches works inside the function only, which answers ids of the caller's organization.
  if (search) query = query.where('id', 'in', sql<string>`(select search_users(${containing(search)}))`);
  return query;
}

async function found<T>(row: Promise<T | undefined>): Promise<T> {
  const value = await row;
  if (value === undefined) throw notFound();
  return value;
}

async function uniqueLogin<T>(statement: Promise<T>): Promise<T> {
  try {
    return await statement;
  } catch (error) {
    if (violates(error, 'users_email_key') || violates(error, 'users_username_key'))
      throw loginTaken({ cause: error });
    throw error;
  }
}
