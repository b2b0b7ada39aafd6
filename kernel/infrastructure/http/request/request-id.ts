import { randomUUID } from 'node:crypto';

const ACCEPTED = /^[A-Za-z0-9_-]{1,128}$/;

/** Id of a request: as answered, and as logged (SPEC 7: a caller's own is logged with `ext-`). */
export interface RequestId {
  readonly answered: string;
  readonly logged: string;
}

/** Takes a caller's id if it is acceptable, else makes one. */
export function requestIdOf(sent: string | string[] | undefined): RequestId {
  if (typeof sent === 'string' && ACCEPTED.test(sent)) return { answered: sent, logged: `ext-${sent}` };
  const made = randomUUID();
  return { answered: made, logged: made };
}
