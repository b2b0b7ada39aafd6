import type { Cache } from '@patchbay/kernel/cache';
import { type Database, exempt, sql } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import type { Logger } from '@patchbay/kernel/telemetry';
import type { PluginManifest } from '@patchbay/plugins-sdk/package';
import type { PluginStatus } from '../../entities/plugin.ts';

/** A plugin as every process knows it; its code is read when it is first needed. */
export interface InstalledPlugin {
  readonly id: string;
  readonly name: string;
  readonly version: string;
  readonly digest: string;
  readonly status: PluginStatus;
  readonly home_organization_id: string;
  readonly manifest: PluginManifest;
}

interface Enablement {
  readonly plugin_id: string;
  readonly organization_id: string;
}

const CHANNEL = 'plugins.changed';
const POLL_MS = 1_000;
const viewExemption = exempt(
  'plugins.view',
  'which plugins exist and who enabled them is known to every process',
);

/**
 * Installed plugins and the organizations that enabled them, in memory; follows every process's changes within a
 * second.
 */
export class InstalledPlugins extends Service<{
  database: Database;
  cache: Cache;
  logger: Logger;
  isModuleOn: () => boolean;
}> {
  readonly #watchers: (() => void)[] = [];
  #plugins: ReadonlyMap<string, InstalledPlugin> = new Map();
  #byOrganization: ReadonlyMap<string, readonly InstalledPlugin[]> = new Map();
  #revision = -1;
  #reading: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #unsubscribe: (() => void) | undefined;

  async start(): Promise<this> {
    await this.#read();
    this.#unsubscribe = await this.parts.cache.subscribe(CHANNEL, () => this.#look());
    this.#timer = setInterval(() => this.#look(), POLL_MS).unref();
    return this;
  }

  get all(): readonly InstalledPlugin[] {
    return [...this.#plugins.values()];
  }

  find(plugin_id: string): InstalledPlugin | undefined {
    return this.#plugins.get(plugin_id);
  }

  /** Plugins the organization enabled, quarantined ones included; none while the module is off. */
  enabledIn(organization_id: string): readonly InstalledPlugin[] {
    return this.parts.isModuleOn() ? (this.#byOrganization.get(organization_id) ?? []) : [];
  }

  findEnabled(plugin_id: string, organization_id: string): InstalledPlugin | undefined {
    return this.enabledIn(organization_id).find(({ id }) => id === plugin_id);
  }

  /** Ids of plugins that may run somewhere. */
  get runnableIds(): readonly string[] {
    if (!this.parts.isModuleOn()) return [];
    const enabled = [...this.#byOrganization.values()].flat();
    return [...new Set(enabled.filter(({ status }) => status === 'installed').map(({ id }) => id))];
  }

  /** Calls back after what is known has changed. */
  watch(onChange: () => void): void {
    this.#watchers.push(onChange);
  }

  /** After a committed change: known here when this resolves, and announced to the others. Never rejects. */
  async changed(): Promise<void> {
    await this.#reading;
    this.#look();
    await this.#reading;
    await this.parts.cache.publish(CHANNEL, '').catch(() => false);
  }

  dispose(): void {
    clearInterval(this.#timer);
    this.#unsubscribe?.();
  }

  /** One look at a time: a database that hangs must not gather them. */
  #look(): void {
    this.#reading ??= this.#read()
      .catch((error: unknown) =>
        this.parts.logger.debug('reading the installed plugins failed; the last known ones hold', { error }),
      )
      .finally(() => {
        this.#reading = undefined;
      });
  }

  async #read(): Promise<void> {
    const found = await this.parts.database.asSystem(viewExemption, async (db) => {
      const { rows } = await sql<{ revision: number }>`select revision from plugin_revision`.execute(db);
      const revision = rows[0]?.revision ?? 0;
      if (revision === this.#revision) return null;
      const plugins = await sql<InstalledPlugin>`
        select id, name, version, digest, status, home_organization_id, manifest from plugins order by id`.execute(
        db,
      );
      const enablements = await sql<Enablement>`
        select plugin_id, organization_id from plugin_enablements where enabled order by plugin_id`.execute(
        db,
      );
      return { revision, plugins: plugins.rows, enablements: enablements.rows };
    });
    if (found === null || found.revision < this.#revision) return;
    this.#revision = found.revision;
    this.#plugins = new Map(found.plugins.map((plugin) => [plugin.id, plugin]));
    this.#byOrganization = this.#grouped(found.enablements);
    for (const watcher of this.#watchers) watcher();
  }

  #grouped(enablements: readonly Enablement[]): ReadonlyMap<string, readonly InstalledPlugin[]> {
    const grouped = new Map<string, InstalledPlugin[]>();
    for (const { plugin_id, organization_id } of enablements) {
      const plugin = this.#plugins.get(plugin_id);
      if (plugin === undefined) continue;
      const list = grouped.get(organization_id) ?? [];
      list.push(plugin);
      grouped.set(organization_id, list);
    }
    return grouped;
  }
}
