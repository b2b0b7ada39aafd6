import type { Database } from '@patchbay/kernel/database';
import { notFound } from '@patchbay/kernel/errors';
import { assertUnchanged } from '@patchbay/kernel/http';
import { type PermissionMap, type Principal, scopesCover } from '@patchbay/kernel/permissions';
import type { Accounts, Tenants, TenantView, UserView } from '../contract.ts';

export interface Profile extends UserView {
  /** What this very credential may do. */
  readonly permissions: readonly string[];
  readonly organization: Pick<TenantView, 'id' | 'name' | 'slug'>;
  /** Nothing else is allowed until a second factor is set up. */
  readonly mfa_enrolment_required: boolean;
}

export interface ProfileChange {
  readonly display_name?: string | null | undefined;
  readonly email?: string | undefined;
}

/** Everybody's own record. */
export class Profiles {
  readonly #database: Database;
  readonly #accounts: Accounts;
  readonly #tenants: Tenants;
  readonly #permissions: PermissionMap;

  constructor(database: Database, accounts: Accounts, tenants: Tenants, permissions: PermissionMap) {
    this.#database = database;
    this.#accounts = accounts;
    this.#tenants = tenants;
    this.#permissions = permissions;
  }

  get(principal: Principal): Promise<Profile> {
    const { user_id } = principal;
    if (user_id === null) throw notFound();
    return this.#database.read(principal, async (unit) => {
      const [user, organization] = await Promise.all([
        this.#accounts.get(unit, user_id),
        this.#tenants.get(unit),
      ]);
      return {
        ...user,
        permissions: this.#permissionsOf(principal),
        organization,
        mfa_enrolment_required: organization.mfa_required && !user.mfa_enabled,
      };
    });
  }

  async change(principal: Principal, change: ProfileChange, if_match: string | null): Promise<Profile> {
    const { user_id } = principal;
    if (user_id === null) throw notFound();
    await this.#database.write(principal, async (work) => {
      const before = await this.#accounts.lock(work, user_id);
      assertUnchanged(if_match, before.updated_at);
      await this.#accounts.change(work, user_id, change);
      work.audit.record({
        action: 'auth.profile_changed',
        target_type: 'user',
        target_id: user_id,
        detail: { fields: Object.keys(change) },
      });
    });
    return this.get(principal);
  }

  #permissionsOf({ role, scopes }: Principal): readonly string[] {
    const held = this.#permissions.permissionsOf(role);
    if (scopes === null) return held;
    if (role === 'super_admin') return [...scopes].sort();
    return held.filter((permission) => scopesCover(scopes, permission));
  }
}
