import { Service } from '@patchbay/kernel/di';
import type { EventDeclaration, EventSource } from '@patchbay/kernel/events';
import type { ManifestEvent } from '@patchbay/plugins-sdk/package';
import Type from 'typebox';
import type { InstalledPlugin, InstalledPlugins } from '../packages/installed-plugins.ts';

/** A plugin's own schema is walked before publishing; here it must never become generated code (DECISIONS 39). */
const AnyPayload = Type.Record(Type.String(), Type.Unknown());

export const eventTypeOf = (plugin_id: string, type: string): string => `plugin.${plugin_id}.${type}`;

/** Event types that enabled plugins emit, for the registry of the log. */
export class PluginEvents
  extends Service<{ installed: Pick<InstalledPlugins, 'enabledIn' | 'findEnabled'> }>
  implements EventSource
{
  find(event_type: string, organization_id: string): EventDeclaration | undefined {
    const [prefix, plugin_id, ...rest] = event_type.split('.');
    if (prefix !== 'plugin' || plugin_id === undefined) return undefined;
    const plugin = this.parts.installed.findEnabled(plugin_id, organization_id);
    const event = plugin?.manifest.events.find(({ type }) => type === rest.join('.'));
    return plugin && event ? declarationOf(plugin, event) : undefined;
  }

  list(organization_id: string): readonly EventDeclaration[] {
    return this.parts.installed
      .enabledIn(organization_id)
      .flatMap((plugin) => plugin.manifest.events.map((event) => declarationOf(plugin, event)));
  }
}

const declarationOf = (plugin: InstalledPlugin, event: ManifestEvent): EventDeclaration => ({
  type: eventTypeOf(plugin.id, event.type),
  title: event.title,
  description: event.description,
  payload: AnyPayload,
  category: 'plugin',
  access: { role: 'org_admin' },
});
