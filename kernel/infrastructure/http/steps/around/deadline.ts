import { waitingUntil } from '../../../database/index.ts';
import type { Step } from '../step.ts';

/** Lets nothing that the request does wait for a database connection beyond its deadline. */
export const deadline =
  (deadlineMs: number): Step =>
  (_ctx, next) =>
    waitingUntil(performance.now() + deadlineMs, next);
