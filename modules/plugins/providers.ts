import { CACHE } from '@patchbay/kernel/cache';
import { DATABASE } from '@patchbay/kernel/database';
import { provide } from '@patchbay/kernel/di';
import { EVENT_REGISTRY } from '@patchbay/kernel/events';
import { MODULE_REGISTRY, SERVES } from '@patchbay/kernel/modules';
import { PERMISSION_MAP } from '@patchbay/kernel/permissions';
import { LOGGER } from '@patchbay/kernel/telemetry';
import { PLUGINS_CONFIG } from './config.ts';
import { PLUGIN_CALLS } from './contract.ts';
import { DeliverEvent } from './services/delivery/deliver-event.ts';
import { Deliveries } from './services/delivery/deliveries.ts';
import { Dispatcher } from './services/delivery/dispatcher.ts';
import { Emissions } from './services/delivery/emissions.ts';
import { EventIntake } from './services/delivery/event-intake.ts';
import { PluginEvents } from './services/delivery/plugin-events.ts';
import { PluginRuntime } from './services/delivery/plugin-runtime.ts';
import { InstalledPlugins } from './services/packages/installed-plugins.ts';
import { Installer } from './services/packages/installer.ts';
import { PluginRecords } from './services/packages/plugin-records.ts';
import { Quarantine } from './services/packages/quarantine.ts';

export const providers = [
  provide(
    InstalledPlugins,
    [DATABASE, CACHE, LOGGER, MODULE_REGISTRY, EVENT_REGISTRY],
    async (database, cache, logger, modules, registry) => {
      const installed = new InstalledPlugins({
        database,
        cache,
        logger,
        isModuleOn: () => modules.isEnabled('plugins'),
      });
      registry.addSource(new PluginEvents({ installed }));
      return installed.start();
    },
    (installed) => installed.dispose(),
  ),
  provide(
    Quarantine,
    { database: DATABASE, installed: InstalledPlugins, logger: LOGGER },
    (parts) => new Quarantine(parts),
    (quarantine) => quarantine.dispose(),
  ),
  provide(Emissions, { database: DATABASE, logger: LOGGER }),
  provide(
    PluginRuntime,
    [DATABASE, InstalledPlugins, Emissions, Quarantine],
    (database, installed, emissions, quarantine) =>
      new PluginRuntime(database, installed, emissions, (fault) => quarantine.take(fault)),
    (runtime) => runtime.dispose(),
  ),
  provide(PLUGIN_CALLS, [PluginRuntime], (runtime) => runtime),
  provide(Deliveries, { database: DATABASE }),
  provide(
    Dispatcher,
    [DATABASE, InstalledPlugins, Deliveries, PluginRuntime, LOGGER, SERVES],
    (database, installed, deliveries, runtime, logger, serves) => {
      const delivering = new DeliverEvent({ database, installed, deliveries, runtime, logger });
      const deliver = delivering.run.bind(delivering);
      const dispatcher = new Dispatcher({
        installed,
        deliveries,
        logger,
        deliver,
        onStop: () => runtime.dispose(),
      });
      return serves ? dispatcher.start() : dispatcher;
    },
    (dispatcher) => dispatcher.stop(),
  ),
  provide(
    EventIntake,
    [InstalledPlugins, Deliveries, EVENT_REGISTRY, PERMISSION_MAP, Dispatcher],
    (installed, deliveries, registry, permissions, dispatcher) =>
      new EventIntake({
        installed,
        deliveries,
        registry,
        permissions,
        onAdded: (turns) => dispatcher.wake(turns),
      }),
  ),
  provide(
    Installer,
    [DATABASE, InstalledPlugins, PLUGINS_CONFIG],
    (database, installed, config) =>
      new Installer({
        database,
        installed,
        signatures: {
          publisherKeyHex: config.MARKETPLACE_PUBLISHER_PUBLIC_KEY,
          allowUnsigned: config.MARKETPLACE_ALLOW_UNSIGNED,
        },
      }),
  ),
  provide(PluginRecords, { database: DATABASE, installed: InstalledPlugins }),
];
