import { type PatchbayError, validationFailed } from '@patchbay/kernel/errors';
import type { StepRecord } from '../records/step-record.ts';
import type { Step } from '../steps/sealed-steps.ts';
import type { RerunKind } from './rerun-kind.ts';

/** Step at which a failed run goes on: its last failed one, or the first when none had begun. */
export const failedStepOf = (records: readonly StepRecord[]): number =>
  Math.max(
    0,
    records.findLastIndex(({ status }) => status === 'failed'),
  );

/** Records that a rerun takes over: the steps before, as they ended; or the reason why it cannot begin there. */
export function keptUpTo(
  records: readonly StepRecord[],
  steps: readonly Step[],
  from: number,
  { ownerName, stepNoun, stepsChanged }: RerunKind,
): readonly StepRecord[] | PatchbayError {
  const refuse = (message: string, type: string) =>
    validationFailed({ details: [{ field: `from_${stepNoun}`, message, type }] });
  if (from >= steps.length) return refuse(`the ${ownerName} has ${steps.length} ${stepNoun}s`, 'too_large');
  const kept = records.slice(0, from);
  const open = kept.findIndex(({ status }) => status !== 'succeeded' && status !== 'failed');
  const reached = open < 0 ? kept.length : open;
  if (reached < from) return refuse(`${stepNoun} ${reached} was not carried out`, 'not_carried_out');
  const isChanged = kept.some(({ operation_id }, index) => steps[index]?.operation_id !== operation_id);
  return isChanged ? stepsChanged() : kept;
}
