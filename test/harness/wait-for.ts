/** Waits until `probe` answers something other than null, undefined or false; tests never sleep. */
export async function waitFor<T>(
  what: string,
  probe: () => T | Promise<T>,
  { timeoutMs = 15_000, everyMs = 20 }: { readonly timeoutMs?: number; readonly everyMs?: number } = {},
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
