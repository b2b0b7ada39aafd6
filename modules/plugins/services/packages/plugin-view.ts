import { sql, type UnitOfWork } from '@patchbay/kernel/database';
import { notFound } from '@patchbay/kernel/errors';
import { newId } from '@patchbay/kernel/schema';
import type { PluginReply } from '../../schemas.ts';

/** Plugins beside whether the unit's organization uses them: row-level security leaves only its own rows to join. */
export const pluginRows = ({ sql: db }: UnitOfWork) =>
  db
    .selectFrom('plugins')
    .leftJoin('plugin_enablements', 'plugin_enablements.plugin_id', 'plugins.id')
    .select([
      'plugins.id',
      'plugins.name',
      'plugins.version',
      'plugins.manifest',
      'plugins.digest',
      'plugins.signature',
      'plugins.status',
      'plugins.quarantine_reason',
      'plugins.installed_at',
      'plugins.created_at',
      // A user of another organization has no name here.
      sql<
        string | null
      >`case when plugins.home_organization_id = app_organization_id() then plugins.installed_by end`.as(
        'installed_by',
      ),
      sql<boolean>`coalesce(plugin_enablements.enabled, false)`.as('enabled'),
      sql<string>`greatest(plugins.updated_at, plugin_enablements.updated_at)`.as('updated_at'),
    ]);

type PluginRow = Awaited<ReturnType<ReturnType<typeof pluginRows>['executeTakeFirstOrThrow']>>;

/** As in a list: without the manifest's schemas. */
export function summaryOf({ manifest, ...row }: PluginRow) {
  const { description, permissions } = manifest;
  return { ...row, description, permissions };
}

/** One plugin in full. Throws `kernel.not_found`. */
export async function pluginView(work: UnitOfWork, plugin_id: string): Promise<PluginReply> {
  const row = await pluginRows(work).where('plugins.id', '=', plugin_id).executeTakeFirst();
  if (row === undefined) throw notFound();
  return { ...summaryOf(row), manifest: row.manifest };
}

/** Switches a plugin on or off for the unit's organization; a row that says so already keeps its time. */
export async function setEnablement(
  { sql: db, organization_id }: UnitOfWork,
  plugin_id: string,
  enabled: boolean,
): Promise<void> {
  await db
    .insertInto('plugin_enablements')
    .values({ id: newId(), organization_id, plugin_id, enabled })
    .onConflict((conflict) =>
      conflict
        .columns(['plugin_id', 'organization_id'])
        .doUpdateSet({ enabled, updated_at: sql<string>`now()` })
        .where('plugin_enablements.enabled', '!=', enabled),
    )
    .execute();
}
