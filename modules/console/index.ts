import { provide } from '@patchbay/kernel/di';
import { contribute } from '@patchbay/kernel/extension';
import { HTTP_MIDDLEWARE } from '@patchbay/kernel/http';
import { defineModule, MODULE_REGISTRY, ROUTE_CATALOG } from '@patchbay/kernel/modules';
import { PERMISSION_MAP } from '@patchbay/kernel/permissions';
import { ENTRANCES, GUIDE_PAGES } from '@patchbay/module-system/contract';
import { CONSOLE_CONFIG, ConsoleConfig } from './config.ts';
import { arrivals } from './contributions/arrivals.ts';
import * as errors from './errors.ts';
import { consoleRoutes } from './routes.ts';
import { ConsoleBuild } from './services/console-build.ts';
import { OwnAccess } from './services/own-access.ts';
import { CONSOLE_PATH } from './services/page.ts';

const DOCS = new URL('docs/', import.meta.url);

export default defineModule({
  id: 'console',
  title: 'Web console',
  status: 'available',
  prefixes: ['/console'],
  contributesTo: ['system'],
  config: ConsoleConfig,
  providers: [
    provide(ConsoleBuild, { config: CONSOLE_CONFIG }),
    provide(OwnAccess, { catalog: ROUTE_CATALOG, permissions: PERMISSION_MAP, modules: MODULE_REGISTRY }),
  ],
  errors: Object.values(errors),
  routes: consoleRoutes,
  contributes: [
    ...contribute(HTTP_MIDDLEWARE, arrivals),
    ...contribute(ENTRANCES, { name: 'console', path: CONSOLE_PATH, media_type: 'text/html' }),
    ...contribute(
      GUIDE_PAGES,
      { id: 'first-steps', title: 'The main job in ten minutes', file: new URL('first-steps.md', DOCS) },
      { id: 'writing-pages', title: 'Writing pages of the console', file: new URL('writing-pages.md', DOCS) },
    ),
  ],
});
