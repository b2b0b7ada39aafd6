import { type Token, token } from '@patchbay/kernel/di';
import type { RoleName } from '@patchbay/kernel/permissions';

/** Authority of a user right now, read from the database. */
export interface UserAuthority {
  readonly user_id: string;
  readonly organization_id: string;
  readonly role: RoleName;
  readonly token_version: number;
  /** Null: every site of the organization. */
  readonly site_ids: readonly string[] | null;
}

export interface Authority {
  /**
   * At most a second old, and newer than any notice. Throws `kernel.unauthenticated` for a user who is gone
   * and `identity.user_inactive` for one who is disabled, or whose organization is.
   */
  ofUser(user_id: string): Promise<UserAuthority>;
  /** The same, read now: for the moment of effect (R7). */
  now(user_id: string): Promise<UserAuthority>;
  /** A number that rises with every change; authority read under another number is outdated. */
  epochOf(user_id: string): number;
  /** The highest number given so far: remember it before reading what may change meanwhile. */
  latestEpoch(): number;
  /** Announces, after commit, that this user's role, activity, sites or credentials changed. */
  changed(user_id: string): void;
  /** The same for everybody of an organization. */
  organizationChanged(): void;
}

export const AUTHORITY: Token<Authority> = token('identity.authority');
