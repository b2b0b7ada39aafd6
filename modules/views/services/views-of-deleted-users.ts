import { type Database, sql } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import type { LoggedEvent } from '@patchbay/kernel/events';
import { systemPrincipal } from '@patchbay/kernel/permissions';
import type { Logger } from '@patchbay/kernel/telemetry';
import { userDeleted } from '@patchbay/module-organizations/contract';
import { noted } from './noted.ts';

const AT_ONCE = 200;

/**
 * The views of a user go with the user. Every process hears of the account, and the one that comes first finds rows to
 * delete; those of an account that none heard of are seen by nobody either.
 */
export class ViewsOfDeletedUsers extends Service<{ database: Pick<Database, 'write'>; logger: Logger }> {
  notice(events: readonly LoggedEvent[]): void {
    for (const { event_type, organization_id, payload } of events) {
      if (event_type !== userDeleted.type) continue;
      const user_id = String(payload['user_id']);
      this.remove(organization_id, user_id).catch((error: unknown) =>
        this.parts.logger.warn('views of a deleted account are still kept', { error, user_id }),
      );
    }
  }

  async remove(organization_id: string, owner_id: string): Promise<void> {
    let removed: number;
    do removed = await this.#step(organization_id, owner_id);
    while (removed === AT_ONCE);
  }

  #step(organization_id: string, owner_id: string): Promise<number> {
    return this.parts.database.write(systemPrincipal(organization_id), async (work) => {
      const owned = work.sql
        .selectFrom('saved_views')
        .select('id')
        .where('owner_id', '=', owner_id)
        .where('deleted_at', 'is', null)
        .limit(AT_ONCE)
        .forNoKeyUpdate();
      const now = sql<string>`clock_timestamp()`;
      const rows = await work.sql
        .updateTable('saved_views')
        .set({ deleted_at: now, updated_at: now })
        .where('id', 'in', owned)
        .returning(['id', 'name', 'page', 'owner_id', 'is_shared'])
        .execute();
      for (const row of rows) noted(work, row, null);
      return rows.length;
    });
  }
}
