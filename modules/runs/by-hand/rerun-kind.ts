import type { ErrorDefinition } from '@patchbay/kernel/errors';
import type { RunKind } from '../running/run-kind.ts';

/** How reruns of a kind are refused and recorded. */
export interface RerunKind extends RunKind {
  readonly runNotEnded: ErrorDefinition;
  readonly stepsChanged: ErrorDefinition;
  readonly notADeadLetter: ErrorDefinition;
  /** `action` and `target_type` of what is recorded. */
  readonly rerun: string;
  readonly dismiss: string;
  readonly target_type: string;
}
