/**
 * Waits for `work` at most `timeoutMs`, or until the signal ends. Only the wait ends then: work without a deadline of
 * its own goes on unheard (RULES R14).
 */
export async function withDeadline<T>(
  timeoutMs: number,
  work: Promise<T>,
  late: () => Error,
  signal?: AbortSignal,
): Promise<T> {
  const { promise: ended, reject } = Promise.withResolvers<never>();
  const stop = (): void => reject(signal?.reason);
  const timer = setTimeout(() => reject(late()), timeoutMs);
  if (signal?.aborted) stop();
  signal?.addEventListener('abort', stop, { once: true });
  try {
    return await Promise.race([work, ended]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
  }
}
