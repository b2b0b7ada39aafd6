import { Service } from '@patchbay/kernel/di';
import type { EventRegistry, LoggedEvent } from '@patchbay/kernel/events';
import { decide, type PermissionMap, type Principal, systemPrincipal } from '@patchbay/kernel/permissions';
import { matchesEventPattern } from '@patchbay/plugins-sdk/package';
import type { Job } from '@patchbay/sandbox';
import type { InstalledPlugin, InstalledPlugins } from '../packages/installed-plugins.ts';
import type { Deliveries, Delivery } from './deliveries.ts';

/** The patterns of the manifest that cover an event type; their handlers are what runs. */
export const patternsFor = (
  { manifest }: Pick<InstalledPlugin, 'manifest'>,
  event_type: string,
): readonly string[] =>
  manifest.permissions.events.filter((pattern) => matchesEventPattern(pattern, event_type));

/**
 * Decides which events go to which plugins. A plugin receives what its manifest asks for and what an
 * administrator of the organization may see, never its own events.
 */
export class EventIntake extends Service<{
  installed: Pick<InstalledPlugins, 'enabledIn'>;
  deliveries: Pick<Deliveries, 'add'>;
  registry: Pick<EventRegistry, 'find'>;
  permissions: PermissionMap;
  onAdded: (turns: readonly Job[]) => void;
}> {
  async take(events: readonly LoggedEvent[]): Promise<void> {
    const wanted = events.flatMap((event) => this.#deliveriesOf(event));
    if (wanted.length === 0) return;
    await this.parts.deliveries.add(wanted);
    this.parts.onAdded(
      wanted.map(({ plugin_id, event }) => ({ plugin_id, organization_id: event.organization_id })),
    );
  }

  #deliveriesOf(event: LoggedEvent): readonly Delivery[] {
    const receivers = this.parts.installed
      .enabledIn(event.organization_id)
      .filter(
        (plugin) => plugin.status === 'installed' && !event.event_type.startsWith(`plugin.${plugin.id}.`),
      )
      .filter((plugin) => patternsFor(plugin, event.event_type).length > 0);
    if (receivers.length === 0 || !this.#isOpenToAdministrators(event)) return [];
    return receivers.map(({ id }) => ({ plugin_id: id, event }));
  }

  #isOpenToAdministrators({ event_type, organization_id }: LoggedEvent): boolean {
    const declared = this.parts.registry.find(event_type, organization_id);
    const administrator: Principal = { ...systemPrincipal(organization_id), role: 'org_admin' };
    return declared !== undefined && decide(this.parts.permissions, administrator, declared.access).allowed;
  }
}
