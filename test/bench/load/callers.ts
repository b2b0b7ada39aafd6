/** Runs `work` again and again in so many callers at once; answers calls per second. */
export async function callsPerSecond(
  callers: number,
  seconds: number,
  work: (caller: number) => Promise<unknown>,
): Promise<number> {
  const startedMs = performance.now();
  const endMs = startedMs + seconds * 1_000;
  let calls = 0;
  await Promise.all(
    Array.from({ length: callers }, async (_, caller) => {
      while (performance.now() < endMs) {
        await work(caller);
        calls += 1;
      }
    }),
  );
  return calls / ((performance.now() - startedMs) / 1_000);
}
