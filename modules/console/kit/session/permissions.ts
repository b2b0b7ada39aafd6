/** `device:*` and `cameras.*` cover what begins so; a bare `*` is of super administrators (SPEC 5.7). */
export function holds(held: readonly string[], wanted: string): boolean {
  return held.some(
    (one) => one === '*' || one === wanted || (/[:.]\*$/.test(one) && wanted.startsWith(one.slice(0, -1))),
  );
}
