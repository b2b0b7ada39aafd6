import { type Database, sql } from '@patchbay/kernel/database';
import { systemPrincipal } from '@patchbay/kernel/permissions';
import type { Owner } from '@patchbay/runs';
import { connectionPaused } from '../../events.ts';

/** Stops Connections that may not go on, once, and says so (DECISIONS 28). */
export class ConnectionPause {
  readonly #database: Pick<Database, 'write'>;

  constructor(database: Pick<Database, 'write'>) {
    this.#database = database;
  }

  /** Leaves a Connection alone that has found another author meanwhile. */
  pause(connection: Owner, reason: string): Promise<void> {
    return this.#database.write(systemPrincipal(connection.organization_id), async (work) => {
      const paused = await work.sql
        .updateTable('connections')
        .set({ paused_reason: reason, updated_at: sql<string>`now()` })
        .where('id', '=', connection.id)
        .where('author_id', '=', connection.author_id)
        .where('paused_reason', 'is', null)
        .where('deleted_at', 'is', null)
        .returning(['name', 'author_id'])
        .executeTakeFirst();
      if (paused === undefined) return;
      work.events.publish(connectionPaused, { connection_id: connection.id, reason, ...paused });
      work.audit.record({
        action: 'fabric.connections.pause',
        target_type: 'connection',
        target_id: connection.id,
        detail: { reason, author_id: paused.author_id },
      });
    });
  }
}
