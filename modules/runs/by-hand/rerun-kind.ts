import type { ErrorDefinition } from '@patchbay/kernel/errors';
import type { RunKind } from '../running/run-kind.ts';

/** Refusals and records of a kind's reruns. */
export interface RerunKind extends RunKind {
  readonly runNotEnded: ErrorDefinition;
  readonly stepsChanged: ErrorDefinition;
  readonly notADeadLetter: ErrorDefinition;
  /** `action` and `target_type` of what is recorded. */
  readonly rerun: string;
  readonly dismiss: string;
  readonly target_type: string;
}
