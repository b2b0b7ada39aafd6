import type { UnitOfWork } from '@patchbay/kernel/database';
import type { Conditions } from '@patchbay/kernel/fabric';
import type { Owner } from '../owners/owner.ts';
import type { Step } from '../steps/sealed-steps.ts';

/** An owner whose run is requested by hand. */
export interface RunOwner extends Owner {
  readonly conditions: Conditions | null;
  readonly shadow: boolean;
  readonly sealed_plan: string;
  readonly steps: readonly Step[];
}

/** Reads an owner; refuses callers without all of its rights, since its runs act as its author. */
export type OwnerForRun<O extends RunOwner> = (work: UnitOfWork, id: string) => Promise<O>;
