/** Reads that end as their page is left. */
const CANCELLED = /^failed: .*net::ERR_ABORTED$/;
/** Told in other words beside the answer or the failed request itself, and without its address. */
const TOLD_TWICE = /^console error: Failed to load resource:/;

/** The problems of a window but for those that belong to every visit, and those that a journey provokes (`allowed`). */
export function unexpected(problems: readonly string[], ...allowed: readonly RegExp[]): readonly string[] {
  const known = [CANCELLED, TOLD_TWICE, ...allowed];
  return problems.filter((problem) => !known.some((pattern) => pattern.test(problem)));
}
