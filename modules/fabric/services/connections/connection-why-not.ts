import type { Database } from '@patchbay/kernel/database';
import { type EventVisibility, no, type SealedSteps, WhyNot } from '@patchbay/runs';
import { authorsAmong } from '../intake/authors.ts';
import { connectionRuns, missesOfConnections } from '../intake/connection-tables.ts';
import { connectionRows } from './connection-view.ts';

/** Says of an event and a Connection why there was no run. */
export function connectionWhyNot(
  database: Pick<Database, 'read'>,
  sealed: SealedSteps,
  visibility: Pick<EventVisibility, 'mayHear'>,
): WhyNot {
  const rows = connectionRows(sealed);
  return new WhyNot({
    kind: connectionRuns,
    misses: missesOfConnections,
    database,
    authors: authorsAmong,
    words: { run: 'Run', answers: 'run' },
    isUnheardFirst: true,
    async ownerOf(unit, id) {
      const { source_event: pattern, ...row } = await rows.row(unit, id);
      return { ...row, pattern };
    },
    unheard: (author, event) =>
      author === null || visibility.mayHear(author, event)
        ? null
        : no('author_may_not_hear', 'Its author may not see such events.'),
  });
}
