import type { Kysely, Tables } from '@patchbay/kernel/database';
import type { LoggedEvent, PatternIndex } from '@patchbay/kernel/events';
import type { Principal } from '@patchbay/kernel/permissions';
import { AUTHOR_REFUSAL, LOST_RIGHT } from './author-stop.ts';
import {
  type Authored,
  authorsOf,
  type EventVisibility,
  invisible,
  visibilityOf,
} from './event-visibility.ts';
import { type Match, matchEvents } from './match-events.ts';
import { applyLimits, type Limited, type LimitKind, type Trip } from './run-limits.ts';
import { type MissTables, recordMisses } from './unmet-conditions-log.ts';

/** The author of an owner as of now; null: may not act any more. */
export type AuthorOf = (owner: Pick<Authored, 'author_id' | 'organization_id'>) => Principal | null;

export interface Admission<W extends Limited> {
  readonly matches: readonly Match<W>[];
  readonly trips: readonly Trip<W>[];
  /** Owners that stand still until they are taken over, with the reason. */
  readonly stopped: ReadonlyMap<W, string>;
  readonly authorOf: AuthorOf;
}

export interface AdmissionRules<W extends Limited & Authored> {
  /** Noun of an owner in reasons. */
  readonly noun: string;
  readonly misses: MissTables;
  readonly limits: LimitKind<W>;
  readonly index: {
    of(
      db: Kysely<Tables>,
      organization_ids: readonly string[],
    ): Promise<ReadonlyMap<string, PatternIndex<W>>>;
  };
  readonly visibility: EventVisibility;
  /** Reads authors in the caller's transaction. */
  readonly authors: (db: Kysely<Tables>, ids: readonly string[]) => Promise<AuthorOf>;
  /** Whether this author may have nothing carried out any more. */
  readonly isBarred: (author: Principal) => boolean;
}

/**
 * Finds the owners that answer a batch of events, and decides which of them may: by their authors, by event
 * visibility and by their rates. Events invisible to an author are as if they had not matched (DECISIONS 31).
 */
export async function admitEvents<W extends Limited & Authored>(
  db: Kysely<Tables>,
  events: readonly LoggedEvent[],
  { noun, misses, limits, index, visibility, authors, isBarred }: AdmissionRules<W>,
): Promise<Admission<W>> {
  const indexes = await index.of(db, [...new Set(events.map(({ organization_id }) => organization_id))]);
  const authorOf = await authors(db, authorsOf(events, indexes));
  const hears = visibilityOf(visibility, authorOf);
  const refusalOf = ({ owner, event }: Match<W>): string | null => {
    const author = authorOf(owner);
    if (author === null) return AUTHOR_REFUSAL;
    return isBarred(author) ? LOST_RIGHT : invisible(visibility, author, owner, event);
  };
  const matched = await matchEvents(events, indexes, {
    noun,
    hears(owner, event) {
      const author = authorOf(owner);
      return (author !== null && isBarred(author)) || hears(owner, event);
    },
  });
  await recordMisses(db, matched.misses, events[0]?.cursor ?? 0, misses);
  const judged = matched.matches.map((match) => {
    const refusal = refusalOf(match);
    return refusal === null ? match : { ...match, refusal };
  });
  const stopped = new Map(
    judged.flatMap(({ owner, refusal }) =>
      refusal === AUTHOR_REFUSAL || refusal === LOST_RIGHT ? [[owner, refusal] as const] : [],
    ),
  );
  return { ...(await applyLimits(db, limits, judged)), stopped, authorOf };
}
