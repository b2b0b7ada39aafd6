import type { Unit, UnitOfWork } from '@patchbay/kernel/database';
import { type Token, token } from '@patchbay/kernel/di';
import type { RoleName } from '@patchbay/kernel/permissions';

/** Step that failed guesses closed: the sign-in itself, its second step, or the change of the password. */
export type LockedStep = 'sign_in' | 'second_step' | 'password_change';

export interface LockedUser {
  readonly user: {
    readonly id: string;
    readonly username: string;
    readonly email: string;
    readonly display_name: string | null;
    readonly role: RoleName;
  };
  readonly doors: readonly LockedStep[];
  /** When the last of them opens by itself. */
  readonly locked_until: string;
}

/** Users of the unit's organization whom failed guesses locked out. Failures of unknown logins are not among them. */
export interface Lockouts {
  /** By user name. `search` narrows to user names and e-mail addresses that contain it. */
  lockedUsers(unit: Unit, search?: string): Promise<readonly LockedUser[]>;
  /** Null while nothing of the user is locked, and for users of nowhere. */
  lockOf(unit: Unit, user_id: string): Promise<LockedUser | null>;
  /** Forgets the user's failures, with the unit; answers whether there were any. */
  unlock(work: UnitOfWork, user_id: string): Promise<boolean>;
}

export const LOCKOUTS: Token<Lockouts> = token('identity.lockouts');
