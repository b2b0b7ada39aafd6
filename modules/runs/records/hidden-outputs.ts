import { isDeepStrictEqual } from 'node:util';
import { templatePaths } from '@patchbay/kernel/fabric';
import type { StepContext } from '../running/run-plan.ts';
import type { Step } from '../steps/sealed-steps.ts';
import { withoutMarkers } from './redacted-values.ts';
import type { StepRecord } from './step-record.ts';

/**
 * Outputs that a later step wants and of which the record shows less, by number of the step: without them the run
 * would end otherwise after a kill than without one.
 */
export function hiddenOutputs(
  steps: readonly Step[],
  records: readonly StepRecord[],
  context: readonly StepContext[],
): Readonly<Record<string, unknown>> {
  const hidden = context.flatMap(({ output }, index) => {
    if (output === undefined || output === null || !isWanted(steps, index)) return [];
    return isDeepStrictEqual(withoutMarkers(records[index]?.output), output)
      ? []
      : [[index, output] as const];
  });
  return Object.fromEntries(hidden);
}

const isWanted = (steps: readonly Step[], index: number): boolean =>
  steps
    .slice(index + 1)
    .some(({ params }) =>
      templatePaths(params).some((path) => path === 'steps' || `${path}.`.startsWith(`steps.${index}.`)),
    );
