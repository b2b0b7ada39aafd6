/** Waits for `work` at most `timeoutMs`; then `fallback` answers in its place, and the work goes on unheard. */
export async function withFallback<T>(timeoutMs: number, work: Promise<T>, fallback: () => T): Promise<T> {
  const { promise: late, resolve } = Promise.withResolvers<T>();
  const timer = setTimeout(() => resolve(fallback()), timeoutMs);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
