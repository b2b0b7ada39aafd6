import type { ControllerStatus } from '../../entities/controller.ts';

const INTERVAL_SECONDS = 300;
/** Leaves time to test a newly registered controller first. */
const NEW_SECONDS = 120;
/** A controller that fell silent is asked once more soon, before anything behind it is called offline. */
const CONFIRM_SECONDS = 60;
const MAX_SECONDS = 3_600;
/** Two failed contacts in a row make the devices behind a controller offline; one is a blink. */
const FAILURES_UNTIL_OFFLINE = 2;
/** Each wait differs by up to a tenth, so that controllers registered together do not stay in step. */
const JITTER = 0.1;

const spread = (seconds: number): number => seconds * (1 - JITTER + 2 * JITTER * Math.random());

/** Seconds until a new controller is read by itself. */
export const afterRegistration = (): number => spread(NEW_SECONDS);

/** Seconds until a controller that answered is read again by itself. */
export const afterAnswer = (): number => spread(INTERVAL_SECONDS);

/**
 * Seconds until a controller is tried again that failed so many times in a row: longer each time, at most an hour.
 * One that refuses us gets no early second try, because its vendor may count sign-ins.
 */
export function afterFailure(status: ControllerStatus, failures: number): number {
  if (status === 'unreachable' && failures < FAILURES_UNTIL_OFFLINE) return spread(CONFIRM_SECONDS);
  const doublings = Math.min(failures - (status === 'unreachable' ? FAILURES_UNTIL_OFFLINE : 1), 10);
  return spread(Math.min(INTERVAL_SECONDS * 2 ** doublings, MAX_SECONDS));
}

/** Whether what stands behind a controller counts as offline by now. */
export const isLost = ({
  status,
  failures,
}: {
  readonly status: ControllerStatus;
  readonly failures: number;
}): boolean => status === 'unreachable' && failures >= FAILURES_UNTIL_OFFLINE;
