import { AdapterError } from '../adapter-errors.ts';

/** Ends the wait for a reading, not the reading: throws `adapter_timeout` after so long. */
export async function inTime<T>(work: Promise<T>, timeoutMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const error = new AdapterError('adapter_timeout', 'refused', 'The controller did not answer in time.');
    timer = setTimeout(() => reject(error), timeoutMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
