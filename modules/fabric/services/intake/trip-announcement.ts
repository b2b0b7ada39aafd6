import { type Database, sql } from '@patchbay/kernel/database';
import { systemPrincipal } from '@patchbay/kernel/permissions';
import { causationOf, DEFAULT_CEILING } from '@patchbay/runs';
import { connectionThrottled } from '../../events.ts';
import type { Trip } from './run-gates.ts';

/** Says that a Connection is held back, once per trip, however often it is asked. */
export class TripAnnouncement {
  readonly #database: Pick<Database, 'write'>;

  constructor(database: Pick<Database, 'write'>) {
    this.#database = database;
  }

  announce({ connection, event }: Trip): Promise<void> {
    const { id: connection_id, name, organization_id } = connection;
    return this.#database.write(systemPrincipal(organization_id), async (work) => {
      const announced = await work.sql
        .updateTable('connection_gates')
        .set({ is_announced: true, updated_at: sql<string>`now()` })
        .where('id', '=', connection_id)
        .where('tripped_at', 'is not', null)
        .where('is_announced', '=', false)
        .returning('tripped_at')
        .executeTakeFirst();
      if (announced === undefined) return;
      const runs_per_minute = connection.max_runs_per_minute ?? DEFAULT_CEILING;
      work.events.publish(
        connectionThrottled,
        { connection_id, name, runs_per_minute, since: String(announced.tripped_at) },
        { causation: causationOf(event, connection_id) },
      );
      work.audit.record({
        action: 'fabric.connections.throttle',
        target_type: 'connection',
        target_id: connection_id,
        detail: { runs_per_minute },
      });
    });
  }
}
