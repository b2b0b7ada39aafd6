import { type Database, exempt, sql, type UnitOfWork } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import type { LoggedEvent } from '@patchbay/kernel/events';
import { systemPrincipal } from '@patchbay/kernel/permissions';
import type { Logger } from '@patchbay/kernel/telemetry';
import { controllerStatusChanged } from '@patchbay/module-inventory/contract';
import { publishBrains } from './publish-brains.ts';

const MAX_ORGANIZATIONS = 1_000;
const watching = exempt('gateway.watch', 'sites whose brain fell silent are found');

/**
 * Publishes brains that went offline. Each is marked in the same transaction, so that any number of processes
 * publish it once, and a killed one loses nothing.
 */
export class GatewayWatch extends Service<{ database: Database; logger: Logger }> {
  readonly #underWay = new Set<string>();

  /** The periodic round over every organization with a change. */
  async sweep(signal: AbortSignal): Promise<void> {
    for (const organization_id of await this.#concerned()) {
      if (signal.aborted) return;
      await this.tell(organization_id);
    }
  }

  /** Publishes all changes of one organization. */
  tell(organization_id: string): Promise<void> {
    return this.parts.database.write(systemPrincipal(organization_id), async (work: UnitOfWork) => {
      await publishBrains(work);
    });
  }

  /** A controller's new status is published at once; missed ones are found by the next round. */
  notice(events: readonly LoggedEvent[]): void {
    const changed = events.filter(({ event_type }) => event_type === controllerStatusChanged.type);
    for (const organization_id of new Set(changed.map((event) => event.organization_id))) {
      if (this.#underWay.has(organization_id)) continue;
      this.#underWay.add(organization_id);
      this.tell(organization_id)
        .catch((error: unknown) => this.parts.logger.warn('gateway news wait for the next round', { error }))
        .finally(() => this.#underWay.delete(organization_id));
    }
  }

  #concerned(): Promise<readonly string[]> {
    return this.parts.database.asSystem(watching, async (db) => {
      const { rows } = await sql<{ organization_id: string }>`
        select distinct organization_id from site_brains where controller_id is not null
        limit ${MAX_ORGANIZATIONS}`.execute(db);
      return rows.map(({ organization_id }) => organization_id);
    });
  }
}
