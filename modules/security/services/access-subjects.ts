import type { Database, Unit } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import { notFound, PatchbayError } from '@patchbay/kernel/errors';
import type { Principal, RoleName } from '@patchbay/kernel/permissions';
import type { KeyDirectory, KeyRecord } from '@patchbay/module-api-keys/contract';
import {
  type Accounts,
  type Authority,
  type LockedUser,
  type Lockouts,
  type OpenSessions,
  type Tenants,
  type UserAuthority,
  userInactive,
} from '@patchbay/module-identity/contract';
import type { AccessQuestion } from '../schemas.ts';

/** Subject of an explanation, as things stand right now. */
export interface AccessSubject {
  readonly name: string;
  readonly user_id: string;
  readonly key: KeyRecord | null;
  /** The role the user was given; its effect stands in `principal`. Null for a key whose user is gone. */
  readonly given_role: RoleName | null;
  readonly lock: LockedUser | null;
  readonly open_sessions: number;
  /** Why the platform lets the user do nothing, or null. */
  readonly barred: string | null;
  /** Null exactly when `barred` is not. */
  readonly principal: Principal | null;
}

export interface SubjectSources {
  readonly database: Database;
  readonly accounts: Pick<Accounts, 'get'>;
  readonly tenants: Pick<Tenants, 'get'>;
  readonly authority: Pick<Authority, 'now'>;
  readonly lockouts: Pick<Lockouts, 'lockOf'>;
  readonly sessions: Pick<OpenSessions, 'countOf'>;
  readonly keys: Pick<KeyDirectory, 'find' | 'principalOf'>;
}

/** Finds users and keys of the caller's organization and makes the principals they act as. */
export class AccessSubjects extends Service<{ from: SubjectSources }> {
  /** Throws `kernel.not_found` for users and keys of other organizations and of nowhere. */
  async find(caller: Principal, { user_id, key_id }: AccessQuestion): Promise<AccessSubject> {
    const { database, lockouts, sessions, tenants } = this.parts.from;
    const found = await database.read(caller, async (unit) => {
      const key = key_id === undefined ? null : await this.#key(unit, key_id);
      const owner_id = key?.user_id ?? String(user_id);
      const user = await this.#user(unit, owner_id, key !== null);
      return {
        key,
        owner_id,
        user,
        tenant: await tenants.get(unit),
        lock: await lockouts.lockOf(unit, owner_id),
        open_sessions: await sessions.countOf(unit, owner_id),
      };
    });
    const { key, owner_id, user, tenant, ...rest } = found;
    const authority = await this.#authorityOf(owner_id);
    const username = user?.username ?? owner_id;
    return {
      ...rest,
      name: key === null ? `user ${username}` : `key ${key.prefix} of ${username}`,
      user_id: owner_id,
      key,
      given_role: user?.role ?? null,
      barred: authority === null ? whyBarred(user, tenant.is_active) : null,
      principal: authority === null ? null : this.#principalOf(key, authority),
    };
  }

  async #key(unit: Unit, id: string): Promise<KeyRecord> {
    const key = await this.parts.from.keys.find(unit, id);
    if (key === undefined) throw notFound();
    return key;
  }

  /** A key outlives its user: it is explained all the same. */
  async #user(unit: Unit, id: string, isOwner: boolean) {
    try {
      return await this.parts.from.accounts.get(unit, id);
    } catch (error) {
      if (isOwner && notFound.matches(error)) return null;
      throw error;
    }
  }

  async #authorityOf(user_id: string): Promise<UserAuthority | null> {
    try {
      return await this.parts.from.authority.now(user_id);
    } catch (error) {
      const isRefusal = error instanceof PatchbayError && error.kind === 'unauthenticated';
      if (isRefusal || userInactive.matches(error)) return null;
      throw error;
    }
  }

  #principalOf(key: KeyRecord | null, authority: UserAuthority): Principal {
    if (key !== null) return this.parts.from.keys.principalOf(key, authority);
    const { user_id, organization_id, role, site_ids, token_version } = authority;
    return Object.freeze({
      kind: 'user',
      user_id,
      organization_id,
      role,
      scopes: null,
      site_ids,
      key_id: null,
      session_id: null,
      token_version,
    });
  }
}

function whyBarred(user: { readonly is_active: boolean } | null, isTenantActive: boolean): string {
  if (user === null) return 'the user is deleted';
  if (!user.is_active) return 'the user is inactive';
  return isTenantActive ? 'the user may do nothing right now' : 'the organization is inactive';
}
