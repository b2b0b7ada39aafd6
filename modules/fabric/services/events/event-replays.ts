import type { Database, Page, PageQuery } from '@patchbay/kernel/database';
import type { Public } from '@patchbay/kernel/di';
import { notFound } from '@patchbay/kernel/errors';
import type { EventDeadLetter, EventDeadLetters } from '@patchbay/kernel/events';
import type { Principal } from '@patchbay/kernel/permissions';

/** Events that were given up, as the administrators of their organization see and replay them. */
export class EventReplays {
  readonly #database: Pick<Database, 'read' | 'write'>;
  readonly #deadLetters: Pick<Public<EventDeadLetters>, 'list' | 'replay'>;

  constructor(
    database: Pick<Database, 'read' | 'write'>,
    deadLetters: Pick<Public<EventDeadLetters>, 'list' | 'replay'>,
  ) {
    this.#database = database;
    this.#deadLetters = deadLetters;
  }

  list(principal: Principal, query: PageQuery): Promise<Page<EventDeadLetter>> {
    return this.#database.read(principal, (unit) => this.#deadLetters.list(unit, query));
  }

  replay(principal: Principal, id: string): Promise<Pick<EventDeadLetter, 'kind' | 'event_id'>> {
    return this.#database.write(principal, async (work) => {
      const replayed = await this.#deadLetters.replay(work, id);
      if (replayed === null) throw notFound();
      const { kind, event_id: target_id } = replayed;
      work.audit.record({
        action: 'events.dead-letters.replay',
        target_type: 'event',
        target_id,
        detail: { kind },
      });
      return replayed;
    });
  }
}
