/** Dotted words; a segment `*` stands for one segment, or for all that follow when it is the last. */
export const EVENT_PATTERN = /^(?:\*|[a-z0-9_-]+)(?:\.(?:\*|[a-z0-9_-]+))*$/;

/** Whether a pattern, at most 200 characters, covers an event type. Linear in their segments. */
export function matchesEventPattern(pattern: string, type: string): boolean {
  const wanted = pattern.split('.');
  const given = type.split('.');
  const last = wanted.length - 1;
  if (wanted[last] === '*' ? given.length < wanted.length : given.length !== wanted.length) return false;
  return wanted.every((segment, at) => segment === '*' || segment === given[at]);
}
