import { durationText, useTexts } from '@patchbay/console-kit';
import { useCallback, useMemo, useState } from 'react';
import { NO_MARKS, type StepMarks } from '../canvas/use-cards.ts';
import { countedSteps, type ShownRun } from './overlay.ts';
import { texts } from './texts.ts';

type Runs = readonly { readonly steps: readonly { readonly status: string }[] }[];

export interface ShownResult {
  readonly run: ShownRun | null;
  readonly counts: ReturnType<typeof countedSteps> | null;
  readonly marks: StepMarks;
  show(run: ShownRun): void;
  showAll(runs: Runs): void;
  hide(): void;
}

/** The result of a test or a backtest, on the cards of the steps. */
export function useShownRun(): ShownResult {
  const t = useTexts(texts);
  const [run, setRun] = useState<ShownRun | null>(null);
  const [counts, setCounts] = useState<ReturnType<typeof countedSteps> | null>(null);
  const show = useCallback((next: ShownRun) => {
    setCounts(null);
    setRun(next);
  }, []);
  const showAll = useCallback((runs: Runs) => {
    setRun(null);
    setCounts(countedSteps(runs));
  }, []);
  const hide = useCallback(() => {
    setRun(null);
    setCounts(null);
  }, []);
  const marks = useMemo((): StepMarks => {
    if (run !== null) return marksOfRun(run);
    if (counts === null) return NO_MARKS;
    return {
      held: null,
      of: (step) => {
        const counted = counts[step];
        if (counted === undefined) return { status: null, note: null };
        const { succeeded, failed, skipped } = counted;
        const note =
          skipped === 0
            ? t.ended(succeeded, failed)
            : `${t.ended(succeeded, failed)} · ${t.skipped(skipped)}`;
        return { status: null, note };
      },
    };
  }, [run, counts, t]);
  return { run, counts, marks, show, showAll, hide };
}

/** State and duration of each step of a run. */
export const marksOfRun = ({ steps, held }: Pick<ShownRun, 'steps' | 'held'>): StepMarks => ({
  held,
  of: (step) => {
    const record = steps[step];
    if (record === undefined) return { status: null, note: null };
    const { status, duration_ms } = record;
    return { status, note: duration_ms === null ? null : durationText(duration_ms) };
  },
});
