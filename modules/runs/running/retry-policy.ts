import type { Step } from '../steps/sealed-steps.ts';

const MAX_MS = 3_600_000;
/** A part of the wait that differs, so that what failed together does not come back together. */
const SPREAD = 0.2;

/** Delay of a step that failed `tries` times; null when it is not tried again. */
export function retryDelayMs({ on_failure, retry }: Step, tries: number): number | null {
  if (on_failure !== 'retry' || retry === undefined || tries >= retry.attempts) return null;
  const delayMs = Math.min(retry.delay_seconds * 1_000 * 2 ** (tries - 1), MAX_MS);
  return Math.round(delayMs * (1 + Math.random() * SPREAD));
}

/** Whether the run goes on after a failure that is final. */
export const goesOn = ({ on_failure, retry }: Step): boolean =>
  on_failure === 'continue' || (on_failure === 'retry' && retry?.otherwise === 'continue');
