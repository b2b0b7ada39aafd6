/** So long that a machine with other work gets there; what does not come fails the test, however late that is told. */
const MAX_MS = 60_000;

/** Waits until `probe` answers something other than null, undefined or false (0 counts); tests never sleep. */
export async function waitFor<T>(
  what: string,
  probe: () => T | Promise<T>,
  { timeoutMs = MAX_MS, everyMs = 20 }: { readonly timeoutMs?: number; readonly everyMs?: number } = {},
): Promise<NonNullable<Exclude<T, false>>> {
  const deadlineMs = performance.now() + timeoutMs;
  for (;;) {
    const value = await probe();
    if (value !== null && value !== undefined && value !== false)
      return value as NonNullable<Exclude<T, false>>;
    if (performance.now() > deadlineMs) throw new Error(`waited ${timeoutMs} ms for: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
}
