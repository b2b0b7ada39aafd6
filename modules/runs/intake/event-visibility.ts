import type { LoggedEvent, PatternIndex, SubscriptionRules } from '@patchbay/kernel/events';
import type { Principal } from '@patchbay/kernel/permissions';
import { LOST_RIGHT } from './author-stop.ts';

/** Event visibility as of now. */
export type EventVisibility = Pick<SubscriptionRules, 'mayHear' | 'refuses'>;

/** An owner that acts as its author when an event comes. */
export interface Authored {
  readonly author_id: string;
  readonly organization_id: string;
  /** Whether it names one event type, and no pattern. */
  readonly is_exact: boolean;
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
 * Whether a Connection sees an event: if its author may, whatever its pattern. One whose author is gone, or sees
 * nothing of it any more, answers false.
 */
export function visibilityOf(
  rules: EventVisibility,
  authorOf: (wired: Authored) => Principal | null,
): (wired: Authored, event: LoggedEvent) => boolean {
  const known = new Map<string, boolean>();
  return (wired, event) => {
    const author = authorOf(wired);
    if (author === null) return true;
    // An author held to sites sees some events of a type and others not.
    if (author.site_ids !== null)
      return rules.mayHear(author, event) || invisible(rules, author, wired, event) !== null;
    const key = `${wired.author_id} ${event.event_type}`;
    const may = known.get(key) ?? rules.mayHear(author, event);
    known.set(key, may);
    return may || wired.is_exact;
  };
}

/** Why a Connection is not run whose event is not declared now: its module or plugin is off, or not known here yet. */
const NOT_DECLARED = 'event_not_declared';

/**
 * Reason why an author does not see the one awaited event type; null without one. Of a pattern it must not be
 * said: a type may have come that the author never had the right to.
 */
export function invisible(
  rules: EventVisibility,
  author: Principal,
  { is_exact }: Pick<Authored, 'is_exact'>,
  event: LoggedEvent,
): typeof LOST_RIGHT | typeof NOT_DECLARED | null {
  if (!is_exact || rules.mayHear({ ...author, site_ids: null }, event)) return null;
  return rules.refuses(author, event) ? LOST_RIGHT : NOT_DECLARED;
}

/** Whether a pattern can match one event type only. */
export const isExact = (pattern: string): boolean => !pattern.includes('*');
