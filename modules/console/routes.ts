import { randomBytes } from 'node:crypto';
import { notFound } from '@patchbay/kernel/errors';
import { type AnyRoute, route } from '@patchbay/kernel/http';
import Type from 'typebox';
import { consoleNotBuilt } from './errors.ts';
import { ConsoleBuild } from './services/console-build.ts';
import { OwnAccess } from './services/own-access.ts';
import { pageHtml, pagePolicy } from './services/page.ts';

const NONCE_BYTES = 16;
/** Names of files hold a hash of what is in them. */
const FOR_EVER = 'public, max-age=31536000, immutable';

/**
 * One page is a score of requests that hold no data and cost next to nothing, and they come before the caller has
 * signed in: limits by address would shut out an office behind one address (SPEC 8 counts principals).
 */
const shared = {
  method: 'GET',
  mount: 'root',
  access: { public: 'code and texts alone: data comes from the API, which asks who calls' },
  rate: 'exempt',
  lenient: true,
  deps: { build: ConsoleBuild },
} as const;

const page = route({
  ...shared,
  id: 'console.page',
  path: '/console/{path*}',
  summary: 'The web console',
  description: 'The same page at every path: its script shows what the path names.',
  params: { path: Type.String() },
  produces: 'text/html; charset=utf-8',
  errors: [consoleNotBuilt],
  handle: async ({ deps, reply }) => {
    const nonce = randomBytes(NONCE_BYTES).toString('base64');
    reply.header('Content-Security-Policy', pagePolicy(nonce));
    reply.header('Cache-Control', 'no-store');
    return pageHtml(await deps.build.manifest(), nonce);
  },
});

const asset = route({
  ...shared,
  id: 'console.asset',
  path: '/console/assets/{file*}',
  summary: 'Files of the web console',
  params: { file: Type.String() },
  produces: 'application/octet-stream',
  errors: [consoleNotBuilt, notFound],
  handle: async ({ deps, params, request, reply }) => {
    const { type, encoding, bytes, content } = await deps.build.asset(
      params.file,
      request.header('accept-encoding'),
    );
    reply.header('Content-Type', type);
    reply.header('Content-Length', String(bytes));
    if (encoding !== 'identity') reply.header('Content-Encoding', encoding);
    reply.header('Cache-Control', FOR_EVER);
    reply.header('Vary', 'Accept-Encoding');
    return content;
  },
});

const Words = Type.Array(Type.String());

const access = route({
  id: 'console.access',
  method: 'GET',
  path: '/console/access',
  summary: 'Modules that are on, and the routes that answer the caller',
  access: { authenticated: true },
  reply: Type.Object({ modules: Words, roles: Words, routes: Words }),
  deps: { access: OwnAccess },
  handle: ({ principal, deps }) => deps.access.of(principal),
});

export const consoleRoutes: readonly AnyRoute[] = Object.freeze([page, asset, access]);
