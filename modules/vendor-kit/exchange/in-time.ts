import { withDeadline } from '@patchbay/kernel/concurrency';
import { AdapterError } from '../adapter-errors.ts';

/** Ends the wait for a reading, not the reading: throws `adapter_timeout` after so long. */
export const inTime = <T>(work: Promise<T>, timeoutMs: number): Promise<T> =>
  withDeadline(
    timeoutMs,
    work,
    () => new AdapterError('adapter_timeout', 'refused', 'The controller did not answer in time.'),
  );
