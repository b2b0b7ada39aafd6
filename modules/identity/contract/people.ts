import type { Unit } from '@patchbay/kernel/database';
import { type Token, token } from '@patchbay/kernel/di';
import type { RoleName } from '@patchbay/kernel/permissions';

/** Names of a user, shown beside the user's objects. */
export interface Person {
  readonly id: string;
  readonly username: string;
  readonly email: string;
  readonly role: RoleName;
  readonly is_active: boolean;
}

/**
 * Names of the users of the unit's organization, deleted ones included, since their objects and records still
 * name them.
 */
export interface People {
  byIds(unit: Unit, user_ids: readonly string[]): Promise<ReadonlyMap<string, Person>>;
}

export const PEOPLE: Token<People> = token('identity.people');
