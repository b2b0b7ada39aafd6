import {
  assertUnchanged,
  containing,
  type Database,
  type Page,
  type PageQuery,
  readPage,
  sql,
} from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import { notFound } from '@patchbay/kernel/errors';
import type { Principal } from '@patchbay/kernel/permissions';
import { notQuarantined } from '../../errors.ts';
import type { LogLineReply, PluginReply, PluginSummary } from '../../schemas.ts';
import { readLog } from '../state/plugin-logs.ts';
import type { InstalledPlugins } from './installed-plugins.ts';
import { pluginRows, pluginView, setEnablement, summaryOf } from './plugin-view.ts';

/** Installed plugins as records: listed, switched on and off, released, removed. */
export class PluginRecords extends Service<{
  database: Database;
  installed: Pick<InstalledPlugins, 'changed'>;
}> {
  list(principal: Principal, query: PageQuery): Promise<Page<PluginSummary>> {
    return this.parts.database.read(principal, async (work) => {
      const pattern = containing(query.search ?? '');
      const found = pluginRows(work).where((e) =>
        e.or([e('plugins.name', 'ilike', pattern), e('plugins.id', 'ilike', pattern)]),
      );
      const page = await readPage(found, query, { sort: 'name', table: 'plugins' });
      return { ...page, items: page.items.map(summaryOf) };
    });
  }

  get(principal: Principal, plugin_id: string): Promise<PluginReply> {
    return this.parts.database.read(principal, (work) => pluginView(work, plugin_id));
  }

  logs(principal: Principal, plugin_id: string, query: PageQuery): Promise<Page<LogLineReply>> {
    return this.parts.database.read(principal, async (work) => {
      await pluginView(work, plugin_id);
      return readLog(work, plugin_id, query);
    });
  }

  async setEnabled(
    principal: Principal,
    plugin_id: string,
    enabled: boolean,
    if_match: string | null,
  ): Promise<PluginReply> {
    const view = await this.parts.database.write(principal, async (work) => {
      const { updated_at } = await pluginView(work, plugin_id);
      assertUnchanged(if_match, updated_at);
      await setEnablement(work, plugin_id, enabled);
      const detail = { enabled };
      work.audit.record({
        action: 'plugins.set_enabled',
        target_type: 'plugin',
        target_id: plugin_id,
        detail,
      });
      return pluginView(work, plugin_id);
    });
    await this.parts.installed.changed();
    return view;
  }

  async release(principal: Principal, plugin_id: string): Promise<PluginReply> {
    const view = await this.parts.database.write(principal, async (work) => {
      const { version, status } = await pluginView(work, plugin_id);
      if (status !== 'quarantined') throw notQuarantined();
      await work.sql
        .updateTable('plugins')
        .set({ status: 'installed', quarantine_reason: null, updated_at: sql<string>`now()` })
        .where('id', '=', plugin_id)
        .execute();
      const detail = { version };
      work.audit.record({ action: 'plugins.release', target_type: 'plugin', target_id: plugin_id, detail });
      return pluginView(work, plugin_id);
    });
    await this.parts.installed.changed();
    return view;
  }

  /** In every organization, with all it kept there. */
  async remove(principal: Principal, plugin_id: string): Promise<void> {
    await this.parts.database.write(principal, async (work) => {
      const gone = work.sql.deleteFrom('plugins').where('id', '=', plugin_id).returning('version');
      const row = await gone.executeTakeFirst();
      if (row === undefined) throw notFound();
      const detail = { version: row.version };
      work.audit.record({ action: 'plugins.delete', target_type: 'plugin', target_id: plugin_id, detail });
    });
    await this.parts.installed.changed();
  }
}
