import { Service } from '@patchbay/kernel/di';
import type { AiToolEntry, CatalogSource, EventEntry, OperationEntry } from '@patchbay/kernel/fabric';
import { eventTypeOf } from '../delivery/plugin-events.ts';
import type { InstalledPlugin, InstalledPlugins } from './installed-plugins.ts';

/**
 * Operations, events and tools of enabled plugins, as the catalog shows them: always tier `plugin`, always under
 * their own prefix.
 */
export class PluginCatalog
  extends Service<{ installed: Pick<InstalledPlugins, 'enabledIn'> }>
  implements CatalogSource
{
  operations(organization_id: string): readonly OperationEntry[] {
    return this.#offering(organization_id).flatMap(({ id: provider_id, manifest }) =>
      manifest.operations.map(({ id, title, description, input_schema, produces, accepts, permission }) => ({
        id: `plugin.${provider_id}.${id}`,
        title,
        description,
        input_schema,
        produces,
        accepts,
        permission,
        write: false,
        feature: null,
        tier: 'plugin' as const,
        provider_id,
      })),
    );
  }

  events(organization_id: string): readonly EventEntry[] {
    return this.#offering(organization_id).flatMap(({ id: provider_id, manifest }) =>
      manifest.events.map(({ type, title, description, payload_schema }) => ({
        event_type: eventTypeOf(provider_id, type),
        title,
        description,
        payload_schema,
        produces: [],
        tier: 'plugin' as const,
        provider_id,
      })),
    );
  }

  aiTools(organization_id: string): readonly AiToolEntry[] {
    return this.#offering(organization_id).flatMap(({ id: provider_id, manifest }) =>
      manifest.tools.map(({ name, description }) => ({
        name: `plugin.${provider_id}.${name}`,
        title: name,
        description,
        permission: null,
        tier: 'plugin' as const,
        provider_id,
      })),
    );
  }

  #offering(organization_id: string): readonly InstalledPlugin[] {
    return this.parts.installed.enabledIn(organization_id).filter(({ status }) => status === 'installed');
  }
}
