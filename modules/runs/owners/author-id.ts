import { notFound } from '@patchbay/kernel/errors';
import type { Principal } from '@patchbay/kernel/permissions';

/** The user who writes steps, and whom their runs act as; the system writes none. */
export function authorIdOf({ user_id }: Principal): string {
  if (user_id === null) throw notFound();
  return user_id;
}
