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
import {
  DELIVERIES,
  DISPATCHER,
  EMISSIONS,
  EVENT_INTAKE,
  INSTALLED_PLUGINS,
  INSTALLER,
  PLUGIN_RECORDS,
  PLUGIN_RUNTIME,
  QUARANTINE,
} from './tokens.ts';

export const providers = [
  provide(
    INSTALLED_PLUGINS,
    [DATABASE, CACHE, LOGGER, MODULE_REGISTRY, EVENT_REGISTRY],
    async (database, cache, logger, modules, registry) => {
      const installed = new InstalledPlugins(database, cache, logger, () => modules.isEnabled('plugins'));
      registry.addSource(new PluginEvents(installed));
      return installed.start();
    },
    (installed) => installed.dispose(),
  ),
  provide(
    QUARANTINE,
    [DATABASE, INSTALLED_PLUGINS, LOGGER],
    (database, installed, logger) => new Quarantine(database, installed, logger),
    (quarantine) => quarantine.dispose(),
  ),
  provide(EMISSIONS, [DATABASE, LOGGER], (database, logger) => new Emissions(database, logger)),
  provide(
    PLUGIN_RUNTIME,
    [DATABASE, INSTALLED_PLUGINS, EMISSIONS, QUARANTINE],
    (database, installed, emissions, quarantine) =>
      new PluginRuntime(database, installed, emissions, (fault) => quarantine.take(fault)),
    (runtime) => runtime.dispose(),
  ),
  provide(PLUGIN_CALLS, [PLUGIN_RUNTIME], (runtime) => runtime),
  provide(DELIVERIES, [DATABASE], (database) => new Deliveries(database)),
  provide(
    DISPATCHER,
    [DATABASE, INSTALLED_PLUGINS, DELIVERIES, PLUGIN_RUNTIME, LOGGER, SERVES],
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
    EVENT_INTAKE,
    [INSTALLED_PLUGINS, DELIVERIES, EVENT_REGISTRY, PERMISSION_MAP, DISPATCHER],
    (installed, deliveries, registry, permissions, dispatcher) =>
      new EventIntake(installed, deliveries, registry, permissions, (turns) => dispatcher.wake(turns)),
  ),
  provide(
    INSTALLER,
    [DATABASE, INSTALLED_PLUGINS, PLUGINS_CONFIG],
    (database, installed, config) =>
      new Installer(database, installed, {
        publisherKeyHex: config.MARKETPLACE_PUBLISHER_PUBLIC_KEY,
        allowUnsigned: config.MARKETPLACE_ALLOW_UNSIGNED,
      }),
  ),
  provide(
    PLUGIN_RECORDS,
    [DATABASE, INSTALLED_PLUGINS],
    (database, installed) => new PluginRecords(database, installed),
  ),
];
