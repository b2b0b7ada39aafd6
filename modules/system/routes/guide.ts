import { readFile } from 'node:fs/promises';
import { KERNEL_CONFIG } from '@patchbay/kernel/config';
import { notFound } from '@patchbay/kernel/errors';
import { type AnyRoute, route } from '@patchbay/kernel/http';
import Type from 'typebox';
import { GUIDE_PAGES } from '../contract.ts';
import { assertDocsOpen } from './docs-open.ts';

const shared = {
  method: 'GET',
  access: { public: 'served outside production only (SPEC 9)' },
  lenient: true,
  errors: [notFound],
  deps: { config: KERNEL_CONFIG, pages: GUIDE_PAGES.all },
} as const;

const list = route({
  ...shared,
  id: 'system.guide',
  path: '/guide',
  summary: 'Pages of the guide',
  reply: Type.Object({
    pages: Type.Array(Type.Object({ id: Type.String(), title: Type.String() })),
  }),
  handle: ({ deps }) => {
    assertDocsOpen(deps.config);
    return { pages: deps.pages.values.map(({ id, title }) => ({ id, title })) };
  },
});

const page = route({
  ...shared,
  id: 'system.guide_page',
  path: '/guide/{page}',
  summary: 'One page of the guide, in Markdown',
  params: { page: Type.String({ pattern: '^[a-z0-9-]{1,64}$' }) },
  produces: 'text/markdown; charset=utf-8',
  handle: ({ deps, params }) => {
    assertDocsOpen(deps.config);
    const found = deps.pages.values.find(({ id }) => id === params.page);
    if (found === undefined) throw notFound();
    return readFile(found.file, 'utf8');
  },
});

export const guideRoutes: readonly AnyRoute[] = Object.freeze([list, page]);
