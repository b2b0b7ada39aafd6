import {
  assertUnchanged,
  type Database,
  isUnchangedBy,
  type Page,
  type UnitOfWork,
} from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import { notFound } from '@patchbay/kernel/errors';
import { isRoleName, outranks, type Principal, type RoleName, roleLevel } from '@patchbay/kernel/permissions';
import type { AccountQuery, Accounts, Tenants, UserView } from '@patchbay/module-identity/contract';
import { type Quotas, userCreated, userDeleted, userUpdated } from '../contract.ts';
import { lastAdmin, otherOrganization, roleTooHigh, unknownRole } from '../errors.ts';
import type { UserInput, UserPatch } from '../schemas.ts';
import { actingIn } from './acting-in.ts';

const ADMIN_LEVEL = 60;

const isAdmin = ({ role, is_active }: Pick<UserView, 'role' | 'is_active'>): boolean =>
  is_active && roleLevel(role) >= ADMIN_LEVEL;

/** Rules of managing users by role (SPEC 2.2, DECISIONS 12, 13). */
export class Users extends Service<{
  database: Database;
  accounts: Accounts;
  tenants: Tenants;
  quotas: Quotas;
}> {
  /** Throws `organizations.unknown_role` for a role there is none of (SPEC 7: 400). */
  async list(
    principal: Principal,
    query: Omit<AccountQuery, 'role'> & { readonly role?: string | undefined },
  ): Promise<Page<UserView>> {
    const role = query.role === undefined ? undefined : roleNamed(query.role);
    return this.parts.database.read(principal, (unit) => this.parts.accounts.list(unit, { ...query, role }));
  }

  get(principal: Principal, id: string): Promise<UserView> {
    return this.parts.database.read(principal, (unit) => this.parts.accounts.get(unit, id));
  }

  async create(principal: Principal, input: UserInput): Promise<UserView> {
    const { organization_id = principal.organization_id, password, role: wanted, ...account } = input;
    const role = roleNamed(wanted);
    if (!outranks(principal.role, role)) throw roleTooHigh();
    const acting = await this.#actingIn(principal, organization_id);
    const password_hash = await this.parts.accounts.hashPassword(password, 'password', account);
    return this.parts.database.write(acting, async (work) => {
      await this.parts.quotas.assertRoom(work, 'users');
      const user = await this.parts.accounts.create(work, { ...account, role, password_hash });
      work.events.publish(userCreated, payloadOf(user));
      work.audit.record({
        action: 'users.create',
        target_type: 'user',
        target_id: user.id,
        detail: { username: user.username, role },
      });
      return user;
    });
  }

  async update(
    principal: Principal,
    id: string,
    patch: UserPatch,
    if_match: string | null,
  ): Promise<UserView> {
    const { role: wanted, ...rest } = patch;
    const role = wanted === undefined ? undefined : roleNamed(wanted);
    if (role !== undefined && !outranks(principal.role, role)) throw roleTooHigh();
    return this.parts.database.write(principal, async (work) => {
      const before = await this.parts.accounts.lock(work, id);
      if (!outranks(principal.role, before.role)) throw roleTooHigh();
      assertUnchanged(if_match, before.updated_at);
      if (isUnchangedBy(before, patch)) return before;
      const change = { ...rest, ...(role === undefined || role === before.role ? {} : { role }) };
      if (change.is_active === before.is_active) delete change.is_active;
      const after = { role: change.role ?? before.role, is_active: change.is_active ?? before.is_active };
      if (isAdmin(before) && !isAdmin(after)) await this.#keepOneAdmin(work);
      const user = await this.parts.accounts.change(work, id, change);
      work.events.publish(userUpdated, payloadOf(user));
      work.audit.record({
        action: 'users.update',
        target_type: 'user',
        target_id: id,
        detail: { fields: Object.keys(change), role: user.role, is_active: user.is_active },
      });
      return user;
    });
  }

  async remove(principal: Principal, id: string, if_match: string | null): Promise<void> {
    await this.parts.database.write(principal, async (work) => {
      const user = await this.parts.accounts.lock(work, id);
      if (!outranks(principal.role, user.role)) throw roleTooHigh();
      assertUnchanged(if_match, user.updated_at);
      if (isAdmin(user)) await this.#keepOneAdmin(work);
      await this.parts.accounts.remove(work, id);
      work.events.publish(userDeleted, payloadOf(user));
      work.audit.record({
        action: 'users.delete',
        target_type: 'user',
        target_id: id,
        detail: { username: user.username },
      });
    });
  }

  /** Called before one of them goes: another must stay. */
  async #keepOneAdmin(work: UnitOfWork): Promise<void> {
    if ((await this.parts.accounts.countAdmins(work)) <= 1) throw lastAdmin();
  }

  async #actingIn(principal: Principal, organization_id: string): Promise<Principal> {
    if (organization_id === principal.organization_id) return principal;
    if (principal.role !== 'super_admin' || principal.scopes !== null) throw otherOrganization();
    if (!(await this.parts.tenants.exists(organization_id))) throw notFound();
    return actingIn(principal, organization_id);
  }
}

function roleNamed(role: string): RoleName {
  if (!isRoleName(role)) throw unknownRole({ message: `There is no role "${role}".` });
  return role;
}

const payloadOf = ({ id, username, role, is_active }: UserView) => ({
  user_id: id,
  username,
  role,
  is_active,
});
