import type { UnitOfWork } from '@patchbay/kernel/database';
import type { Conditions } from '@patchbay/kernel/fabric';
import type { Owner } from '../owners/owner.ts';
import type { Step } from '../steps/sealed-steps.ts';

/** An owner of which somebody asks for a run. */
export interface RunOwner extends Owner {
  readonly conditions: Conditions | null;
  readonly shadow: boolean;
  readonly sealed_plan: string;
  readonly steps: readonly Step[];
}

/** Reads an owner; refuses whoever may not do all that it does, since its runs act as its author. */
export type OwnerForRun<O extends RunOwner> = (work: UnitOfWork, id: string) => Promise<O>;
