import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { KERNEL_CONFIG } from '@patchbay/kernel/config';
import { notFound } from '@patchbay/kernel/errors';
import { type AnyRoute, API_DOCUMENT, type ReplyControl, route } from '@patchbay/kernel/http';
import Type from 'typebox';
import { assertDocsOpen } from './docs-open.ts';
import { REDOC_PAGE, SWAGGER_PAGE, SWAGGER_START } from './docs-pages.ts';

const { resolve } = createRequire(import.meta.url);

interface Asset {
  readonly module?: string;
  readonly text?: string;
  readonly type: string;
  /** Foreign addresses in the file, and their replacements. */
  readonly instead?: Readonly<Record<string, string>>;
}

/** A picture of nothing. */
const EMPTY_IMAGE = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==';

/** Files of the two documentation pages; nothing else of their packages is served. */
const ASSETS: Readonly<Record<string, Asset>> = {
  'swagger-ui.css': { module: 'swagger-ui-dist/swagger-ui.css', type: 'text/css; charset=utf-8' },
  'swagger-ui-bundle.js': {
    module: 'swagger-ui-dist/swagger-ui-bundle.js',
    type: 'text/javascript; charset=utf-8',
  },
  'favicon-32x32.png': { module: 'swagger-ui-dist/favicon-32x32.png', type: 'image/png' },
  'start.js': { text: SWAGGER_START, type: 'text/javascript; charset=utf-8' },
  'redoc.standalone.js': {
    module: 'redoc/bundles/redoc.standalone.js',
    type: 'text/javascript; charset=utf-8',
    instead: { 'https://cdn.redoc.ly/redoc/logo-mini.svg': EMPTY_IMAGE },
  },
};

/** Lets exactly these pages run: own scripts, the styles they write themselves, Redoc's search worker. */
const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
  "font-src 'self' data:; connect-src 'self'; worker-src blob:; child-src blob:; " +
  "frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

const shared = {
  method: 'GET',
  access: { public: 'served outside production only (SPEC 9)' },
  lenient: true,
  errors: [notFound],
} as const;

const page = (id: string, path: string, summary: string, html: string): AnyRoute =>
  route({
    ...shared,
    id,
    path,
    summary,
    produces: 'text/html; charset=utf-8',
    deps: { config: KERNEL_CONFIG },
    handle: ({ deps, reply }) => {
      assertDocsOpen(deps.config);
      reply.header('Content-Security-Policy', PAGE_POLICY);
      return html;
    },
  });

async function asset(name: string, reply: ReplyControl): Promise<string | Buffer> {
  const found = ASSETS[name];
  if (found === undefined) throw notFound();
  reply.header('Content-Type', found.type);
  if (found.module === undefined) return found.text ?? '';
  const content = await readFile(resolve(found.module));
  return found.instead === undefined ? content : replaced(content.toString('utf8'), found.instead);
}

const replaced = (text: string, instead: Readonly<Record<string, string>>): string =>
  Object.entries(instead).reduce((result, [from, to]) => result.replaceAll(from, to), text);

const assets = route({
  ...shared,
  id: 'system.docs_asset',
  path: '/docs/{asset}',
  summary: 'Files of the documentation pages',
  params: { asset: Type.Enum(Object.keys(ASSETS)) },
  produces: 'application/octet-stream',
  deps: { config: KERNEL_CONFIG },
  handle: ({ deps, params, reply }) => {
    assertDocsOpen(deps.config);
    return asset(params.asset, reply);
  },
});

const document = route({
  ...shared,
  id: 'system.openapi',
  path: '/openapi.json',
  summary: 'This document',
  description:
    'With `named=false` a path whose parameter has names stands once, not once for each of them. With ' +
    '`usual_errors=false` the errors that any operation may answer stand in the introduction, not in each.',
  query: Type.Object({
    named: Type.Boolean({ default: true }),
    usual_errors: Type.Boolean({ default: true }),
  }),
  produces: 'application/json; charset=utf-8',
  deps: { config: KERNEL_CONFIG, document: API_DOCUMENT },
  handle: ({ query, deps }) => {
    assertDocsOpen(deps.config);
    return deps.document.text(query);
  },
});

/** OpenAPI document and its two readers. */
export const docsRoutes: readonly AnyRoute[] = Object.freeze([
  document,
  page('system.docs', '/docs', 'Interactive documentation', SWAGGER_PAGE),
  page('system.redoc', '/redoc', 'Documentation to read', REDOC_PAGE),
  assets,
]);
