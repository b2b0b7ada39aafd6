import type { Unit } from '@patchbay/kernel/database';
import type { PatchbayError } from '@patchbay/kernel/errors';
import type { Contributions } from '@patchbay/kernel/extension';
import type { PlacedWrite, WriteGuard } from '../../contract.ts';

export type Guards = Contributions<WriteGuard>;

/** Refusal of the first guard against a write; undefined without one. `read` is called only if a guard needs it. */
export async function guardRefusal(
  guards: Guards,
  write: PlacedWrite,
  read: <T>(work: (unit: Unit) => Promise<T>) => Promise<T>,
): Promise<PatchbayError | undefined> {
  const concerned = guards.values.filter((guard) => guard.concerns(write));
  for (const guard of concerned) {
    const refused = await read((unit) => guard.refusal(unit, write));
    if (refused !== undefined) return refused;
  }
  return undefined;
}
