import { forbidden } from '@patchbay/kernel/errors';
import type { StepRecord } from './step-record.ts';

/** Reasons for which what acts as an author stands still until somebody takes it over (DECISIONS 28). */
export const AUTHOR_REFUSAL = 'author_disabled';
export const LOST_RIGHT = 'author_lost_right';

/** Whether one of the steps carried out just now failed since its author may not do what it does. */
export const isLostRight = (steps: readonly StepRecord[], earlier: readonly StepRecord[] = []): boolean =>
  steps.some((step) => step.error?.type === forbidden.id && !earlier.includes(step));
