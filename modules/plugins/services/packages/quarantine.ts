import { type Database, sql } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import { systemPrincipal } from '@patchbay/kernel/permissions';
import type { Logger } from '@patchbay/kernel/telemetry';
import type { SandboxFault } from '@patchbay/sandbox';
import { type QuarantineReason, quarantineReasons } from '../../contract/quarantine-reasons.ts';
import { pluginQuarantined } from '../../contract.ts';
import { appendLog } from '../state/plugin-logs.ts';
import { storableText } from '../state/storable.ts';
import type { InstalledPlugins } from './installed-plugins.ts';

const MAX_DETAIL_CHARACTERS = 500;
const RETRY_MS = 2_000;

/**
 * Makes the sandbox's verdict last: in the database, the audit record, the log of events, every process. Others
 * read fixed words of it; the text of a fault goes to the log of the organization it happened in.
 */
export class Quarantine extends Service<{
  database: Database;
  installed: Pick<InstalledPlugins, 'find' | 'changed'>;
  logger: Logger;
}> {
  readonly #unwritten = new Map<string, NodeJS.Timeout>();
  readonly #writing = new Set<Promise<void>>();
  #closed = false;

  /** Takes every fault; the one that put the plugin into quarantine is recorded besides. */
  take(fault: SandboxFault): void {
    const { detail, ...facts } = fault;
    this.parts.logger.warn('a plugin misbehaved', fault.organization_id === null ? { ...fault } : facts);
    if (fault.organization_id !== null) this.#follow(this.#tell(fault, fault.organization_id));
    if (fault.quarantined) this.#follow(this.#record(fault.plugin_id, quarantineReasons[fault.kind]));
  }

  /** Waits for what is being written. */
  async dispose(): Promise<void> {
    this.#closed = true;
    for (const timer of this.#unwritten.values()) clearTimeout(timer);
    await Promise.all(this.#writing);
  }

  #follow(work: Promise<void>): void {
    const followed = work.finally(() => this.#writing.delete(followed));
    this.#writing.add(followed);
  }

  async #tell({ plugin_id, kind, detail }: SandboxFault, organization_id: string): Promise<void> {
    const message = `Fault (${kind}): ${storableText(detail, MAX_DETAIL_CHARACTERS)}`;
    try {
      await this.parts.database.write(systemPrincipal(organization_id), (work) =>
        appendLog(work, plugin_id, null, [{ level: 'error', message, fields: null }]),
      );
    } catch (error) {
      this.parts.logger.warn('a fault could not be written to the log of its plugin', { error, plugin_id });
    }
  }

  async #record(plugin_id: string, reason: QuarantineReason): Promise<void> {
    this.#unwritten.delete(plugin_id);
    const home = this.parts.installed.find(plugin_id)?.home_organization_id;
    if (home === undefined || this.#closed) return;
    try {
      await this.#write(plugin_id, home, reason);
      await this.parts.installed.changed();
    } catch (error) {
      this.parts.logger.error('a quarantine could not be recorded; it holds here and is tried again', {
        error,
        plugin_id,
      });
      if (this.#closed || this.#unwritten.has(plugin_id)) return;
      const again = () => this.#follow(this.#record(plugin_id, reason));
      this.#unwritten.set(plugin_id, setTimeout(again, RETRY_MS).unref());
    }
  }

  #write(plugin_id: string, home_organization_id: string, reason: QuarantineReason): Promise<void> {
    return this.parts.database.write(systemPrincipal(home_organization_id), async (work) => {
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
