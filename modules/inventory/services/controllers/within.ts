/** Stops waiting after so many milliseconds, or when `signal` ends; what it waited for is left to its own deadline. */
import { AdapterError } from '@patchbay/vendor-kit';
export async function within<T>(timeoutMs: number, work: Promise<T>, signal?: AbortSignal): Promise<T> {
  const { promise: ended, reject } = Promise.withResolvers<never>();
  const late = (): void =>
    reject(new AdapterError('adapter_timeout', 'unknown', 'The controller did not answer in time.'));
  const stopped = (): void => reject(signal?.reason);
  const timer = setTimeout(late, timeoutMs);
  if (signal?.aborted) stopped();
  signal?.addEventListener('abort', stopped, { once: true });
  try {
    return await Promise.race([work, ended]);
  } finally {
    work.catch(() => {});
    clearTimeout(timer);
    signal?.removeEventListener('abort', stopped);
  }
}
