/** Reads that end as their page is left. */
const CANCELLED = /^failed: .*net::ERR_ABORTED$/;
/** Told in other words beside the answer or the failed request itself, and without its address. */
const TOLD_TWICE = /^console error: Failed to load resource:/;
/** The first question of a window that nobody has signed in at. */
const SIGNED_OUT = /^401: .*\/api\/v1\/auth\/(me|refresh)$/;

/** The problems of a window but for those that belong to every visit, and those that a journey provokes (`allowed`). */
export function unexpected(problems: readonly string[], ...allowed: readonly RegExp[]): readonly string[] {
  const known = [CANCELLED, TOLD_TWICE, SIGNED_OUT, ...allowed];
  return problems.filter((problem) => !known.some((pattern) => pattern.test(problem)));
}
