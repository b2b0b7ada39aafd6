import { contributeWith } from '@patchbay/kernel/extension';
import { CATALOG_SOURCES } from '@patchbay/kernel/fabric';
import { defineModule } from '@patchbay/kernel/modules';
import { PluginsConfig } from './config.ts';
import { pluginOverBudget, pluginQuarantined } from './contract.ts';
import { entities } from './entities/index.ts';
import * as errors from './errors.ts';
import { pruneDeliveries, pruneEmissions } from './jobs.ts';
import { pluginListener } from './listeners.ts';
import { migrations } from './migrations/index.ts';
import { providers } from './providers.ts';
import { routes } from './routes.ts';
import { InstalledPlugins } from './services/packages/installed-plugins.ts';
import { PluginCatalog } from './services/packages/plugin-catalog.ts';

export default defineModule({
  id: 'plugins',
  title: 'Plugins',
  status: 'available',
  prefixes: ['/plugins'],
  config: PluginsConfig,
  entities,
  migrations,
  providers,
  errors: Object.values(errors),
  routes,
  events: [pluginQuarantined, pluginOverBudget],
  jobs: [pruneDeliveries, pruneEmissions],
  listeners: [pluginListener],
  contributes: [
    contributeWith(
      CATALOG_SOURCES,
      { installed: InstalledPlugins },
      ({ installed }) => new PluginCatalog({ installed }),
    ),
  ],
});
