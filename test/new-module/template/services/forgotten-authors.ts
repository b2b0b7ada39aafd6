// only: listener
import { type Database, sql } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import type { LoggedEvent } from '@patchbay/kernel/events';
import { systemPrincipal } from '@patchbay/kernel/permissions';
import type { Logger } from '@patchbay/kernel/telemetry';
import { userDeleted } from '@patchbay/module-organizations/contract';
import { COLUMNS } from './columns.ts';
import { noted } from './noted.ts';

const AT_ONCE = 500;

/**
 * Example items outlive the account that made them, and name it no longer. Every process hears of the account, and the
 * one that comes first finds rows to change: being told twice does nothing.
 */
export class ForgottenAuthors extends Service<{ database: Pick<Database, 'write'>; logger: Logger }> {
  notice(events: readonly LoggedEvent[]): void {
    for (const { event_type, organization_id, payload } of events) {
      if (event_type !== userDeleted.type) continue;
      const user_id = String(payload['user_id']);
      this.forget(organization_id, user_id).catch((error: unknown) =>
        this.parts.logger.warn('example items still name a deleted account', { error, user_id }),
      );
    }
  }

  async forget(organization_id: string, user_id: string): Promise<void> {
    let changed: number;
    do changed = await this.#step(organization_id, user_id);
    while (changed === AT_ONCE);
  }

  #step(organization_id: string, user_id: string): Promise<number> {
    return this.parts.database.write(systemPrincipal(organization_id), async (work) => {
      const named = work.sql
        .selectFrom('example_items')
        .select('id')
        .where('created_by', '=', user_id)
        .limit(AT_ONCE)
        .forNoKeyUpdate();
      const rows = await work.sql
        .updateTable('example_items')
        .set({ created_by: null, updated_at: sql<string>`clock_timestamp()` })
        .where('id', 'in', named)
        .returning([...COLUMNS, 'deleted_at'])
        .execute();
      for (const { deleted_at, ...row } of rows) if (deleted_at === null) noted(work, 'update', row);
      return rows.length;
    });
  }
}
