import { assertUnchanged, type Database } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import { notFound } from '@patchbay/kernel/errors';
import { type PermissionMap, type Principal, scopesCover } from '@patchbay/kernel/permissions';
import type { Accounts, Tenants, TenantView, UserView } from '../../contract.ts';
import type { EmailChanges } from '../email/email-changes.ts';

export interface Profile extends UserView {
  /** Permissions of this very credential. */
  readonly permissions: readonly string[];
  readonly organization: Pick<TenantView, 'id' | 'name' | 'slug'>;
  /** Asked for, and not confirmed yet. */
  readonly pending_email: string | null;
  /** True while only the enrolment of a second factor is allowed. */
  readonly mfa_enrolment_required: boolean;
}

/** Facts of the request that asks for a change. */
export interface ProfileRequest {
  readonly if_match: string | null;
  readonly base_url: string;
}

export interface ProfileChange {
  readonly display_name?: string | null | undefined;
  readonly email?: string | undefined;
}

/** Everybody's own record. */
export class Profiles extends Service<{
  database: Database;
  accounts: Accounts;
  tenants: Tenants;
  emails: EmailChanges;
  permissions: PermissionMap;
}> {
  get(principal: Principal): Promise<Profile> {
    const { user_id } = principal;
    if (user_id === null) throw notFound();
    return this.parts.database.read(principal, async (unit) => {
      const [user, organization, pending_email] = await Promise.all([
        this.parts.accounts.get(unit, user_id),
        this.parts.tenants.get(unit),
        this.parts.emails.pendingOf(unit, user_id),
      ]);
      return {
        ...user,
        permissions: this.#permissionsOf(principal),
        organization,
        pending_email,
        mfa_enrolment_required: organization.mfa_required && !user.mfa_enabled,
      };
    });
  }

  /** A new e-mail address waits for its confirmation; everything else is changed at once. */
  async change(
    principal: Principal,
    { email, ...change }: ProfileChange,
    { if_match, base_url }: ProfileRequest,
  ): Promise<Profile> {
    const { user_id } = principal;
    if (user_id === null) throw notFound();
    if (email !== undefined) await this.parts.emails.assertFree(user_id, email);
    await this.parts.database.write(principal, async (work) => {
      const before = await this.parts.accounts.lock(work, user_id);
      assertUnchanged(if_match, before.updated_at);
      const isAsked = email !== undefined && (await this.parts.emails.ask(work, before, email, base_url));
      const { display_name = before.display_name } = change;
      const isRenamed = display_name !== before.display_name;
      if (isAsked || isRenamed) await this.parts.accounts.change(work, user_id, change);
      if (!isRenamed) return;
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
    const held = this.parts.permissions.permissionsOf(role);
    if (scopes === null) return held;
    if (role === 'super_admin') return [...scopes].sort();
    return held.filter((permission) => scopesCover(scopes, permission));
  }
}
