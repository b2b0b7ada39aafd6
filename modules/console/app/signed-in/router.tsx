import { forgetCalls, type ModulePages } from '@patchbay/console-kit';
import { createRootRoute, createRoute, createRouter } from '@tanstack/react-router';
import { Shell } from '../shell/shell.tsx';
import { BrokenPage, guarded, MissingPage } from './guarded-page.tsx';

/** Texts only: pages read numbers and lists out of them themselves. */
const parseSearch = (text: string): Record<string, string> => Object.fromEntries(new URLSearchParams(text));

function stringifySearch(search: Record<string, unknown>): string {
  const entries = Object.entries(search).filter(
    ([, value]) => value !== undefined && value !== null && value !== '',
  );
  const text = new URLSearchParams(entries.map(([key, value]) => [key, String(value)])).toString();
  return text === '' ? '' : `?${text}`;
}

/** Routes of every page of every module, all of them within the shell. */
export function makeRouter(modules: readonly ModulePages[]) {
  const root = createRootRoute({ component: Shell, notFoundComponent: MissingPage });
  const children = modules.flatMap(({ id, pages }) =>
    pages.map((page) =>
      createRoute({ getParentRoute: () => root, path: page.path, component: guarded(page, id) }),
    ),
  );
  const router = createRouter({
    routeTree: root.addChildren(children),
    basepath: '/console',
    parseSearch,
    stringifySearch,
    defaultErrorComponent: BrokenPage,
    scrollRestoration: true,
  });
  router.subscribe('onBeforeLoad', ({ pathChanged }) => {
    if (pathChanged) forgetCalls();
  });
  return router;
}
