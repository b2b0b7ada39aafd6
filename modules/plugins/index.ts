import { contributeWith } from '@patchbay/kernel/extension';
import { CATALOG_SOURCES } from '@patchbay/kernel/fabric';
import { defineModule } from '@patchbay/kernel/modules';
import { PluginsConfig } from './config.ts';
import { pluginOverBudget, pluginQuarantined } from './contract.ts';
import { Plugin } from './entities/plugin.ts';
import { PluginDelivery } from './entities/plugin-delivery.ts';
import { PluginEmission } from './entities/plugin-emission.ts';
import { PluginEnablement } from './entities/plugin-enablement.ts';
import { PluginLogLine } from './entities/plugin-log-line.ts';
import { PluginRevision } from './entities/plugin-revision.ts';
import { PluginStateEntry } from './entities/plugin-state-entry.ts';
import { pluginErrors } from './errors.ts';
import { pruneDeliveries, pruneEmissions } from './jobs.ts';
import { pluginListener } from './listeners.ts';
import { plugins001 } from './migrations/001-plugins.ts';
import { organizationPlugins } from './migrations/002-organization-rows.ts';
import { plugins003 } from './migrations/003-fixed-reasons.ts';
import { plugins004 } from './migrations/004-fair-turns.ts';
import { plugins005 } from './migrations/005-emissions.ts';
import { providers } from './providers.ts';
import { routes } from './routes.ts';
import { PluginCatalog } from './services/packages/plugin-catalog.ts';
import { INSTALLED_PLUGINS } from './tokens.ts';

export default defineModule({
  id: 'plugins',
  title: 'Plugins',
  status: 'available',
  prefixes: ['/plugins'],
  config: PluginsConfig,
  entities: [
    Plugin,
    PluginRevision,
    PluginEnablement,
    PluginStateEntry,
    PluginLogLine,
    PluginDelivery,
    PluginEmission,
  ],
  migrations: [plugins001, organizationPlugins, plugins003, plugins004, plugins005],
  providers,
  errors: pluginErrors,
  routes,
  events: [pluginQuarantined, pluginOverBudget],
  jobs: [pruneDeliveries, pruneEmissions],
  listeners: [pluginListener],
  contributes: [
    contributeWith(
      CATALOG_SOURCES,
      { installed: INSTALLED_PLUGINS },
      ({ installed }) => new PluginCatalog(installed),
    ),
  ],
});
