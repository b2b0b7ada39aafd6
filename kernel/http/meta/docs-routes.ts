import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import Type from 'typebox';
import { KERNEL_CONFIG, type KernelConfig } from '../../config/index.ts';
import { notFound } from '../../errors/index.ts';
import { type AnyRoute, type ReplyControl, route } from '../route.ts';
import { API_DOCUMENT } from './api-document.ts';
import { REDOC_PAGE, SWAGGER_PAGE, SWAGGER_START } from './pages.ts';

const { resolve } = createRequire(import.meta.url);

/** Files of the two documentation pages; nothing else of their packages is served. */
const ASSETS: Readonly<
  Record<string, { readonly module?: string; readonly text?: string; readonly type: string }>
> = {
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
  },
};

/** Lets exactly these pages run: own scripts, the styles they write themselves, Redoc's search worker. */
const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
  "font-src 'self' data:; connect-src 'self'; worker-src blob:; child-src blob:; " +
  "frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** Documents are for developers; production answers as if they did not exist (SPEC 9). */
function assertOpen({ ENABLE_DOCS, ENVIRONMENT }: KernelConfig): void {
  if (!ENABLE_DOCS || ENVIRONMENT === 'production') throw notFound();
}

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
      assertOpen(deps.config);
      reply.header('Content-Security-Policy', PAGE_POLICY);
      return html;
    },
  });

async function asset(name: string, reply: ReplyControl): Promise<string | Buffer> {
  const found = ASSETS[name];
  if (found === undefined) throw notFound();
  reply.header('Content-Type', found.type);
  return found.module === undefined ? (found.text ?? '') : readFile(resolve(found.module));
}

const assets = route({
  ...shared,
  id: 'system.docs_asset',
  path: '/docs/{asset}',
  summary: 'Files of the documentation pages',
  params: { asset: Type.Enum(Object.keys(ASSETS)) },
  produces: 'application/octet-stream',
  deps: { config: KERNEL_CONFIG },
  handle: ({ deps, params, reply }) => {
    assertOpen(deps.config);
    return asset(params.asset, reply);
  },
});

const document = route({
  ...shared,
  id: 'system.openapi',
  path: '/openapi.json',
  summary: 'This document',
  produces: 'application/json; charset=utf-8',
  deps: { config: KERNEL_CONFIG, document: API_DOCUMENT },
  handle: ({ deps }) => {
    assertOpen(deps.config);
    return deps.document.text();
  },
});

/** OpenAPI document and its two readers. */
export const docsRoutes: readonly AnyRoute[] = Object.freeze([
  document,
  page('system.docs', '/docs', 'Interactive documentation', SWAGGER_PAGE),
  page('system.redoc', '/redoc', 'Documentation to read', REDOC_PAGE),
  assets,
]);
