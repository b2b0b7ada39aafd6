import type { StepRecordFacts } from '@patchbay/console-kit/steps-model';

/** A record of a step with the operation that it carried out. */
export type RunStep = StepRecordFacts & { readonly operation_id: string };

/** A run that is shown on the canvas: of a test, a backtest, or one that took place. */
export interface ShownRun {
  readonly status: string;
  readonly reason: string | null;
  readonly steps: readonly RunStep[];
  /** Whether its conditions held; null where that was not asked. */
  readonly held: boolean | null;
}

interface Counted {
  readonly succeeded: number;
  readonly failed: number;
  readonly skipped: number;
}

/** How the steps of many runs ended, by their place. */
export function countedSteps(
  runs: readonly { readonly steps: readonly { readonly status: string }[] }[],
): readonly Counted[] {
  const most = Math.max(0, ...runs.map(({ steps }) => steps.length));
  return Array.from({ length: most }, (_, place) => {
    const ended = (status: string) => runs.filter(({ steps }) => steps[place]?.status === status).length;
    return { succeeded: ended('succeeded'), failed: ended('failed'), skipped: ended('skipped') };
  });
}

/** Place at which a run stopped: its last failed step, else its first that was not carried out. */
export function stoppedAt(steps: readonly { readonly status: string }[]): number | null {
  const failed = steps.findLastIndex(({ status }) => status === 'failed');
  if (failed >= 0) return failed;
  const open = steps.findIndex(({ status }) => status !== 'succeeded');
  return open >= 0 ? open : null;
}

/** The newest output of each place that runs of the same operations left, for values that no schema tells of. */
export function seenOutputs(
  runs: readonly { readonly steps: readonly Pick<RunStep, 'operation_id' | 'output'>[] }[],
  operations: readonly string[],
): readonly unknown[] {
  return operations.map((operation_id) => {
    const record = runs
      .flatMap(({ steps }) => steps)
      .find(
        (step) => step.operation_id === operation_id && step.output !== null && step.output !== undefined,
      );
    return record?.output;
  });
}
