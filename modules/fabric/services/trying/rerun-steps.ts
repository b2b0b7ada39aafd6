import { type PatchbayError, validationFailed } from '@patchbay/kernel/errors';
import type { Step, StepRecord } from '@patchbay/runs';
import { stepsChanged } from '../../errors.ts';

/** Where a failed run goes on: at its last failed step, or at the beginning when none had begun. */
export const failedStepOf = (records: readonly StepRecord[]): number =>
  Math.max(
    0,
    records.findLastIndex(({ status }) => status === 'failed'),
  );

/** What a rerun takes over: the steps before, as they ended; or why it cannot begin there. */
export function keptUpTo(
  records: readonly StepRecord[],
  steps: readonly Step[],
  from_step: number,
): readonly StepRecord[] | PatchbayError {
  const refuse = (message: string, type: string) =>
    validationFailed({ details: [{ field: 'from_step', message, type }] });
  if (from_step >= steps.length) return refuse(`the Connection has ${steps.length} steps`, 'too_large');
  const kept = records.slice(0, from_step);
  const open = kept.findIndex(({ status }) => status !== 'succeeded' && status !== 'failed');
  const reached = open < 0 ? kept.length : open;
  if (reached < from_step) return refuse(`step ${reached} was not carried out`, 'not_carried_out');
  const isChanged = kept.some(({ operation_id }, index) => steps[index]?.operation_id !== operation_id);
  return isChanged ? stepsChanged() : kept;
}
