import type { Database, Page, PageQuery } from '@patchbay/kernel/database';
import { type Public, Service } from '@patchbay/kernel/di';
import { notFound } from '@patchbay/kernel/errors';
import type { EventDeadLetter, EventDeadLetters } from '@patchbay/kernel/events';
import type { Principal } from '@patchbay/kernel/permissions';

/** Events that were given up, as the administrators of their organization see and replay them. */
export class EventReplays extends Service<{
  database: Pick<Database, 'read' | 'write'>;
  deadLetters: Pick<Public<EventDeadLetters>, 'list' | 'replay'>;
}> {
  list(principal: Principal, query: PageQuery): Promise<Page<EventDeadLetter>> {
    return this.parts.database.read(principal, (unit) => this.parts.deadLetters.list(unit, query));
  }

  replay(principal: Principal, id: string): Promise<Pick<EventDeadLetter, 'kind' | 'event_id'>> {
    return this.parts.database.write(principal, async (work) => {
      const replayed = await this.parts.deadLetters.replay(work, id);
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
