import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError } from '../../data/client.ts';
import { useSettled } from '../../data/use-settled.ts';
import { type Finding, findingsFrom } from '../model/findings.ts';

export type CheckState = 'incomplete' | 'checking' | 'done' | 'failed';

export interface DraftCheck {
  readonly state: CheckState;
  readonly findings: readonly Finding[];
  /** Asks at once. */
  now(): void;
  /** Findings stand at places of steps: when those move, they are asked for anew. */
  forget(): void;
  /** Shows what a refused save said. */
  take(error: unknown): void;
}

const TYPING_MS = 1_200;
const NONE: readonly Finding[] = [];

/** Asks the platform by a dry run what is wrong with a draft, a moment after each change. */
export function useDraftCheck<D>(
  draft: D,
  isComplete: (draft: D) => boolean,
  dryRun: (draft: D) => Promise<readonly Finding[]>,
): DraftCheck {
  const [state, setState] = useState<CheckState>('incomplete');
  const [findings, setFindings] = useState(NONE);
  const asked = useRef(0);
  const settled = useSettled(draft, TYPING_MS);
  const latest = useRef({ isComplete, dryRun });
  useEffect(() => {
    latest.current = { isComplete, dryRun };
  });
  const ask = useCallback(async (checked: D) => {
    asked.current += 1;
    const turn = asked.current;
    const tell = (next: CheckState, found: readonly Finding[]) => {
      if (turn !== asked.current) return;
      setState(next);
      setFindings(found);
    };
    if (!latest.current.isComplete(checked)) return tell('incomplete', NONE);
    setState('checking');
    try {
      tell('done', await latest.current.dryRun(checked));
    } catch (error) {
      const found = findingsOf(error);
      tell(found === null ? 'failed' : 'done', found ?? NONE);
    }
  }, []);
  useEffect(() => void ask(settled), [settled, ask]);
  return {
    state,
    findings,
    now: () => void ask(draft),
    forget: () => {
      asked.current += 1;
      setState('checking');
      setFindings(NONE);
    },
    take: (error) => {
      const found = findingsOf(error);
      if (found === null) return;
      asked.current += 1;
      setState('done');
      setFindings(found);
    },
  };
}

/** Fields that the platform refused; null for errors of another kind. */
const findingsOf = (error: unknown): readonly Finding[] | null =>
  error instanceof ApiError && error.details.length > 0 ? findingsFrom(error.details) : null;
