import type { Page, PageQuery, Unit, UnitOfWork } from '@patchbay/kernel/database';
import { type Token, token } from '@patchbay/kernel/di';
import type { RoleName } from '@patchbay/kernel/permissions';
import { ROLE_NAMES } from '@patchbay/kernel/permissions';
import { Nullable } from '@patchbay/kernel/schema';
import Type, { type Static } from 'typebox';

export * from './contract/acting-users.ts';
export * from './contract/authority.ts';
export * from './contract/lockouts.ts';
export * from './contract/open-sessions.ts';
export * from './contract/people.ts';
export * from './contract/proofs.ts';
export * from './contract/sign-in.ts';
export {
  accountLocked,
  authorityChanged,
  loginTaken,
  organizationSlugTaken,
  tooManyFailures,
  userInactive,
  wrongCredentials,
} from './errors/accounts.ts';
export * from './events.ts';

/** Sites a user is held to: other modules replace this SQL function, `user_site_ids(uuid) returns uuid[]`. */
export const SITE_SCOPE_FUNCTION = 'user_site_ids';
/**
 * Authority that ended by time alone, which no trigger sees: other modules replace this SQL function,
 * `ended_authority(within_seconds integer) returns table (user_id uuid, ended_at timestamptz)`, one row per user.
 */
export const ENDED_AUTHORITY_FUNCTION = 'ended_authority';
/** SQL trigger function for rows with a `user_id` whose change is a change of that user's authority. */
export const AUTHORITY_TRIGGER_FUNCTION = 'note_authority_of_owner';

export const UserSchema = Type.Object({
  id: Type.String({ format: 'uuid' }),
  organization_id: Type.String({ format: 'uuid' }),
  email: Type.String(),
  username: Type.String(),
  display_name: Nullable(Type.String()),
  role: Type.Enum([...ROLE_NAMES]),
  is_active: Type.Boolean(),
  mfa_enabled: Type.Boolean(),
  last_login_at: Nullable(Type.String()),
  created_at: Type.String(),
  updated_at: Type.String(),
});
export type UserView = Readonly<Static<typeof UserSchema>>;

export const Email = Type.String({ format: 'email', maxLength: 254 });
/** No `@`, so that a username is never the e-mail address of another user; no controls. */
export const Username = Type.String({ minLength: 2, maxLength: 64, pattern: '^[^\\s@\\p{C}]+$' });
export const DisplayName = Type.String({ minLength: 1, maxLength: 200, pattern: '^[^\\p{Cc}]+$' });
/** Looser than the rules, which say in words what is missing. */
export const NewPassword = Type.String({ minLength: 1, maxLength: 1_024 });
export const Slug = Type.String({
  maxLength: 63,
  pattern: '^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$',
});

/** Names that a password may not contain. */
export interface PasswordOwner {
  readonly username?: string | undefined;
  readonly email?: string | undefined;
}

export interface NewAccount {
  readonly email: string;
  readonly username: string;
  readonly password: string;
  readonly role: RoleName;
  readonly display_name?: string | null | undefined;
}

export interface AccountChange {
  readonly email?: string | undefined;
  readonly username?: string | undefined;
  readonly display_name?: string | null | undefined;
  readonly role?: RoleName | undefined;
  readonly is_active?: boolean | undefined;
}

export type AccountQuery = PageQuery & {
  readonly role?: RoleName | undefined;
  readonly is_active?: boolean | undefined;
};

/**
 * The users of the unit's organization. Rules of who may do what to whom stand with the caller; changes of
 * authority end the user's sessions here.
 */
export interface Accounts {
  /**
   * Checks the password rules and hashes; slow on purpose, so call it before opening a unit. A password may not
   * contain its `owner`'s names, where they are given.
   */
  hashPassword(password: string, field: string, owner?: PasswordOwner): Promise<string>;
  /** Throws `identity.login_taken`. */
  create(
    work: UnitOfWork,
    account: Omit<NewAccount, 'password'> & {
      /** Null: no password is set, the user signs in elsewhere. */
      readonly password_hash: string | null;
    },
  ): Promise<UserView>;
  /** The user of the unit's organization with this e-mail address, compared as logins are. */
  findByEmail(unit: Unit, email: string): Promise<UserView | undefined>;
  list(unit: Unit, query: AccountQuery): Promise<Page<UserView>>;
  /** Throws `kernel.not_found`. */
  get(unit: Unit, id: string): Promise<UserView>;
  /** The same, locked until the unit ends. */
  lock(work: UnitOfWork, id: string): Promise<UserView>;
  /**
   * Throws `identity.login_taken`; a change of role or activity ends the user's sessions, and a former e-mail
   * address is notified of the new one.
   */
  change(work: UnitOfWork, id: string, change: AccountChange): Promise<UserView>;
  /** Soft-deletes; ends the user's sessions. */
  remove(work: UnitOfWork, id: string): Promise<void>;
  /** Active users of level 60 and up, with the organization locked against other counters. */
  countAdmins(work: UnitOfWork): Promise<number>;
}

export const ACCOUNTS: Token<Accounts> = token('identity.accounts');

export interface TenantView {
  readonly id: string;
  readonly name: string;
  readonly slug: string;
  readonly is_active: boolean;
  /** Members without a second factor may do nothing but set one up. */
  readonly mfa_required: boolean;
  /** Most of each kind (`users`, `sites`, …); kinds left out are not limited. */
  readonly quotas: Readonly<Record<string, number>>;
  readonly created_at: string;
  readonly updated_at: string;
}

export interface TenantChange {
  readonly name?: string | undefined;
  readonly slug?: string | undefined;
  readonly is_active?: boolean | undefined;
  readonly mfa_required?: boolean | undefined;
  readonly quotas?: Readonly<Record<string, number>> | undefined;
}

/** The rows of organizations. A unit sees its own; `listAll` is for the platform's administrators. */
export interface Tenants {
  /** In a unit of the new organization's id. A derived slug takes a suffix; a given one that is taken throws. */
  create(
    work: UnitOfWork,
    tenant: { readonly name: string; readonly slug?: string | undefined },
  ): Promise<TenantView>;
  get(unit: Unit): Promise<TenantView>;
  listAll(query: PageQuery): Promise<Page<TenantView>>;
  exists(id: string): Promise<boolean>;
  change(work: UnitOfWork, change: TenantChange): Promise<TenantView>;
  remove(work: UnitOfWork): Promise<void>;
}

export const TENANTS: Token<Tenants> = token('identity.tenants');

/** Words of `name` as a slug; `fallback` when nothing is left. */
const slugOf = (name: string, fallback: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 50)
    .replace(/^-+|-+$/g, '') || fallback;

const MAX_SUFFIXES = 1_000;

/** Inserts under the given slug, else under one of the name's words, with the first suffix that is free. */
export async function underFreeSlug<R>(
  wanted: {
    readonly given: string | undefined;
    readonly name: string;
    readonly fallback: string;
    readonly taken: () => Error;
  },
  insertIfFree: (slug: string) => Promise<R | undefined>,
): Promise<R> {
  const { given, name, fallback, taken } = wanted;
  const stem = given ?? slugOf(name, fallback);
  for (let suffix = 1; suffix <= (given === undefined ? MAX_SUFFIXES : 1); suffix += 1) {
    const row = await insertIfFree(suffix === 1 ? stem : `${stem}-${suffix}`);
    if (row !== undefined) return row;
  }
  throw taken();
}
