import type { LoggedEvent, PatternIndex, SubscriptionRules } from '@patchbay/kernel/events';
import type { Principal } from '@patchbay/kernel/permissions';
import { actingIn } from './authors.ts';

/** Who may hear what, as of now. */
export type Hearing = Pick<SubscriptionRules, 'mayHear'>;

/** What acts as somebody when an event comes. */
interface Authored {
  readonly author_id: string;
  readonly organization_id: string;
}

/** Authors of whatever a batch may wake; each pattern is asked once for each event type. */
export function authorsOf(
  events: readonly LoggedEvent[],
  indexes: ReadonlyMap<string, PatternIndex<Authored>>,
): readonly string[] {
  const authors = new Set<string>();
  const asked = new Set<string>();
  for (const { organization_id, event_type } of events) {
    const key = `${organization_id} ${event_type}`;
    if (asked.has(key)) continue;
    asked.add(key);
    for (const { author_id } of indexes.get(organization_id)?.match(event_type) ?? []) authors.add(author_id);
  }
  return [...authors];
}

/**
 * Whether a Connection hears an event: if its author may, whatever its pattern says. One whose author is gone shows
 * what it would have answered.
 */
export function hearingOf(
  rules: Hearing,
  authors: ReadonlyMap<string, Principal>,
): (wired: Authored, event: LoggedEvent) => boolean {
  const known = new Map<string, boolean>();
  return ({ author_id, organization_id }, event) => {
    const author = actingIn(authors.get(author_id), organization_id);
    if (author === null) return true;
    // Who is held to sites hears some events of a type and others not.
    if (author.site_ids !== null) return rules.mayHear(author, event);
    const key = `${author_id} ${event.event_type}`;
    const may = known.get(key) ?? rules.mayHear(author, event);
    known.set(key, may);
    return may;
  };
}
