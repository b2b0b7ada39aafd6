import { type Database, sql } from '@patchbay/kernel/database';
import { systemPrincipal } from '@patchbay/kernel/permissions';
import type { Logger } from '@patchbay/kernel/telemetry';
import type { SandboxFault } from '@patchbay/sandbox';
import { pluginQuarantined } from '../contract.ts';
import type { InstalledPlugins } from './installed-plugins.ts';
import { storableText } from './storable.ts';

const MOST_REASON_CHARACTERS = 500;
const RETRY_MS = 2_000;

/** Makes the sandbox's verdict last: in the database, the audit record, the log of events, every process. */
export class Quarantine {
  readonly #database: Database;
  readonly #installed: Pick<InstalledPlugins, 'find' | 'changed'>;
  readonly #logger: Logger;
  readonly #unwritten = new Map<string, NodeJS.Timeout>();
  #closed = false;

  constructor(database: Database, installed: Pick<InstalledPlugins, 'find' | 'changed'>, logger: Logger) {
    this.#database = database;
    this.#installed = installed;
    this.#logger = logger;
  }

  /** Takes every fault; only the one that put the plugin into quarantine leads to more than a line. */
  take(fault: SandboxFault): void {
    this.#logger.warn('a plugin misbehaved', { ...fault });
    if (fault.quarantined) void this.#record(fault.plugin_id, `${fault.kind}: ${fault.detail}`);
  }

  dispose(): void {
    this.#closed = true;
    for (const timer of this.#unwritten.values()) clearTimeout(timer);
  }

  async #record(plugin_id: string, detail: string): Promise<void> {
    this.#unwritten.delete(plugin_id);
    const home = this.#installed.find(plugin_id)?.home_organization_id;
    if (home === undefined || this.#closed) return;
    try {
      await this.#write(plugin_id, home, storableText(detail, MOST_REASON_CHARACTERS));
      await this.#installed.changed();
    } catch (error) {
      this.#logger.error('a quarantine could not be recorded; it holds here and is tried again', {
        error,
        plugin_id,
      });
      if (this.#closed || this.#unwritten.has(plugin_id)) return;
      this.#unwritten.set(
        plugin_id,
        setTimeout(() => void this.#record(plugin_id, detail), RETRY_MS).unref(),
      );
    }
  }

  #write(plugin_id: string, home_organization_id: string, reason: string): Promise<void> {
    return this.#database.write(systemPrincipal(home_organization_id), async (work) => {
      const row = await work.sql
        .updateTable('plugins')
        .set({ status: 'quarantined', quarantine_reason: reason, updated_at: sql<string>`now()` })
        .where('id', '=', plugin_id)
        .where('status', '=', 'installed')
        .returning('version')
        .executeTakeFirst();
      if (row === undefined) return;
      const detail = { version: row.version, reason };
      work.audit.record({
        action: 'plugins.quarantine',
        target_type: 'plugin',
        target_id: plugin_id,
        detail,
      });
      work.events.publish(pluginQuarantined, { plugin_id, ...detail });
    });
  }
}
