import { outranks, type Principal, type RoleName } from '@patchbay/kernel/permissions';
import { userTooHigh } from '../errors.ts';

/** One touches only what stands strictly below oneself (DECISIONS 12). Throws `security.user_too_high`. */
export function assertBelow({ role }: Principal, other: RoleName): void {
  if (!outranks(role, other)) throw userTooHigh();
}
