import { preconditionFailed } from '../../errors/index.ts';

/** Names the state of a row that was last changed at `updated_at` (DECISIONS 5). */
export const etagOf = (updated_at: string): string => `"${updated_at}"`;

/** True when the list of an `If-Match` or `If-None-Match` names the tag, or is `*`. */
export const namesTag = (header: string, tag: string): boolean =>
  header
    .split(',')
    .map((each) => each.trim())
    .some((each) => each === '*' || each === tag || each === `W/${tag}`);

/**
 * Throws `kernel.precondition_failed` when `If-Match` was sent and no longer holds; without it the last
 * write wins. Call it inside the transaction that writes, with the locked row.
 */
export function assertUnchanged(if_match: string | null, updated_at: string): void {
  if (if_match !== null && !namesTag(if_match, etagOf(updated_at))) throw preconditionFailed();
}
