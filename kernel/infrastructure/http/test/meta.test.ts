import system from '@patchbay/module-system';
import { ENTRANCES, type Entrance } from '@patchbay/module-system/contract';
import t from 'tap';
import Type from 'typebox';
import { KERNEL_CONFIG } from '../../../config/index.ts';
import { defineError } from '../../../errors/index.ts';
import { HEALTH, HealthRegistry, ManualClock, METRICS, PrometheusMetrics } from '../../../telemetry/index.ts';
import { DATABASE } from '../../database/index.ts';
import {
  type AnyRoute,
  API_DOCUMENT,
  apiDocument,
  type MountedRoute,
  openApiDocument,
  RouteConflict,
  RouteDeclarationError,
  route,
} from '../index.ts';
import { assemble, configOf, mount } from './support/assembly.ts';
import { bareRoute } from './support/bare-route.ts';

const slugTaken = defineError({ id: 'test.slug_taken', kind: 'conflict', message: 'Taken.', type: 'SLUG' });
const Thing = Type.Object({ id: Type.String(), note: Type.Union([Type.String(), Type.Null()]) });
const create = route({
  id: 'test.create',
  method: 'POST',
  path: '/things/{thing_id}/parts',
  aliases: ['/thing/{thing_id}/parts'],
  summary: 'Adds a part',
  access: { permission: 'device:write' },
  query: Type.Object({ page: Type.Integer({ default: 1 }), site: Type.String() }),
  body: Type.Object({ name: Type.String() }),
  reply: Thing,
  status: 201,
  errors: [slugTaken],
  handle: ({ params }) => ({ id: params.thing_id, note: null }),
});
const open = bareRoute('open', { summary: 'Open' });

const META = /^system\.(root|metrics|health|docs|redoc|openapi)/;
const all: readonly AnyRoute[] = [...(system.routes ?? []).filter(({ id }) => META.test(id)), create, open];

async function platform(t: Parameters<typeof assemble>[0], environment: Record<string, string> = {}) {
  const health = new HealthRegistry(new ManualClock());
  const metrics = new PrometheusMetrics();
  const database = { reachable: true };
  const entrances: { values: readonly Entrance[] } = { values: [] };
  const values = new Map<string, unknown>([
    [HEALTH.id, health],
    [METRICS.id, metrics],
    [ENTRANCES.all.id, entrances],
    [KERNEL_CONFIG.id, configOf(environment)],
    [API_DOCUMENT.id, apiDocument(() => openApiDocument(all, { version: '26.09.0' }))],
    [
      DATABASE.id,
      {
        ping: async () => {
          if (!database.reachable) throw new Error('gone');
        },
      },
    ],
  ]);
  const mounted = (each: AnyRoute): MountedRoute => {
    const deps: Record<string, { readonly id: string }> = each.deps ?? {};
    const resolved = Object.entries(deps).map(([name, { id }]) => [name, values.get(id)] as const);
    return { ...mount(each), deps: Object.fromEntries(resolved) };
  };
  const assembly = await assemble(t, all.map(mounted), { environment, metrics, health });
  return { ...assembly, health, database, entrances };
}

const SECRET_KEY = 'Lq7vR2xWm9TzYc4KdN8hPb3gJf6sUe1a';

t.test('health, liveness and the root answer without credentials', async (t) => {
  const { call, health } = await platform(t);
  t.same((await call('=/health')).json, { status: 'healthy', degraded_subsystems: [] });
  t.same((await call('=/')).json, { app: 'Patchbay', docs: '/api/v1/docs', api: '/api/v1' });
  t.same((await call('/health')).json, { status: 'healthy' });
  t.same((await call('/health/live?probe=1&x=%00')).json, { status: 'alive' });
  t.same((await call('/health/db')).json.status, 'connected');
  health.degrade('voip', 'secret reason');
  const degraded = await call('=/health');
  t.same(degraded.json, { status: 'degraded', degraded_subsystems: ['voip'] });
  t.notMatch(degraded.text, /secret/);
  t.same((await call('/health')).json, { status: 'degraded' });
});

t.test('the root names entrances, and sends to one whoever prefers it to JSON', async (t) => {
  const { call, entrances } = await platform(t);
  const ask = async (accept: string) => {
    const { status, headers, json } = await call('=/', { headers: { accept } });
    return [status, headers.get('location'), headers.get('vary'), json];
  };
  const own = { app: 'Patchbay', docs: '/api/v1/docs', api: '/api/v1' };
  const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
  t.same(await ask(BROWSER), [200, null, 'Accept', own], 'nowhere to go');
  entrances.values = [{ name: 'screens', path: '/screens/', media_type: 'text/html' }];
  const both = { ...own, screens: '/screens/' };
  t.same(await ask(BROWSER), [303, '/screens/', 'Accept', both]);
  for (const accept of [
    '*/*',
    'application/json',
    'text/html;q=0.9, */*',
    'application/json, text/html',
    'image/png',
  ])
    t.same(await ask(accept), [200, null, 'Accept', both], accept);
});

t.test('readiness is 503 when something critical failed', async (t) => {
  const { call, health, database } = await platform(t);
  t.match((await call('/health/ready')).json, { status: 'ready', failed: [] });
  health.degrade('identity', 'no', { critical: true });
  const { status, json } = await call('/health/ready');
  t.equal(status, 503);
  t.same(json, { status: 'not_ready', failed: ['identity'], degraded_subsystems: ['identity'], checks: {} });
  database.reachable = false;
  const db = await call('/health/db');
  t.same([db.status, db.json], [503, { status: 'unreachable' }]);
});

t.test('details need settings:read', async (t) => {
  const { call } = await platform(t);
  t.equal((await call('/health/detail')).status, 401);
  t.equal((await call('/health/detail', { as: 'viewer' })).status, 403);
  t.match((await call('/health/detail', { as: 'org_admin' })).json, { versions: { api: '26.09.0' } });
});

t.test('metrics are served when switched on, in production to the token only', async (t) => {
  t.equal((await (await platform(t)).call('=/metrics')).status, 404);
  const on = await platform(t, { ENABLE_METRICS: 'true' });
  await on.call('/open');
  const { text, headers } = await on.call('=/metrics');
  t.match(headers.get('content-type'), /^text\/plain/);
  t.match(text, /http_requests_total\{route="test.open",method="GET",status="200"\} 1/);
  t.match(text, /http_request_duration_seconds_count\{route="test.open",status="200"\} 1/);
  const production = { ENVIRONMENT: 'production', SECRET_KEY, ENABLE_METRICS: 'true' };
  t.equal(
    (await (await platform(t, production)).call('=/metrics')).status,
    404,
    'not at all without a token',
  );
  const guarded = await platform(t, { ...production, METRICS_AUTH_TOKEN: 'scrape' });
  t.equal((await guarded.call('=/metrics')).status, 401);
  t.equal((await guarded.call('=/metrics', { as: 'wrong' })).status, 401);
  t.equal((await guarded.call('=/metrics', { as: 'scrape' })).status, 200);
});

t.test('documentation is complete from our own files, and absent in production', async (t) => {
  const { call } = await platform(t);
  const docs = await call('/docs');
  t.match(docs.headers.get('content-type'), /^text\/html/);
  t.match(docs.headers.get('content-security-policy'), /script-src 'self'/);
  const redoc = await call('/redoc/');
  const linked = [docs, redoc].flatMap(({ text }) =>
    [...text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, url]) => String(url)),
  );
  t.equal(linked.length, 6);
  for (const url of linked) {
    t.match(url, /^\/api\/v1\/docs\//);
    t.equal((await call(`=${url}`)).status, 200, url);
  }
  t.match((await call('/docs/redoc.standalone.js')).headers.get('content-type'), /^text\/javascript/);
  t.equal((await call('/docs/package.json')).status, 400);
  t.equal((await call('/openapi.json')).json.openapi, '3.1.0');
  const environments: Record<string, string>[] = [
    { ENVIRONMENT: 'production', SECRET_KEY },
    { ENABLE_DOCS: 'false' },
  ];
  for (const environment of environments) {
    const closed = await platform(t, environment);
    for (const path of ['/docs', '/redoc', '/openapi.json', '/docs/swagger-ui.css'])
      t.equal((await closed.call(path)).status, 404);
  }
});

t.test('the document tells what a route takes, answers and asks for', async (t) => {
  const document = openApiDocument([open, create], { version: '26.09.0' });
  t.same(
    openApiDocument([create, open], { version: '26.09.0' }),
    document,
    'order of routes does not matter',
  );
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into a document
  const { paths } = document as any;
  t.same(Object.keys(paths), ['/api/v1/open', '/api/v1/things/{thing_id}/parts']);
  const operation = paths['/api/v1/things/{thing_id}/parts'].post;
  t.match(operation, {
    operationId: 'test.create',
    'x-permission': 'device:write',
    'x-aliases': ['/api/v1/thing/{thing_id}/parts'],
    security: [{ bearer: [] }, { api_key: [] }, { cookie: [] }],
    requestBody: { content: { 'application/json': { schema: { additionalProperties: false } } } },
  });
  t.same(
    operation.parameters.map(({ name, required, $ref }: Record<string, unknown>) => [name ?? $ref, required]),
    [
      ['thing_id', true],
      ['page', false],
      ['site', true],
      ['#/components/parameters/IdempotencyKey', undefined],
    ],
  );
  const statuses = [
    '201',
    '400',
    '401',
    '403',
    '404',
    '405',
    '409',
    '413',
    '415',
    '422',
    '429',
    '500',
    '503',
  ];
  t.same(Object.keys(operation.responses), statuses);
  t.same(operation.responses['409']['x-errors'], [
    { id: 'test.slug_taken', message: 'Taken.', type: 'SLUG' },
  ]);
  t.same(paths['/api/v1/open'].get.security, []);
});

t.test('boot refuses routes that do not fit together', async (t) => {
  const twin = route({ ...open, id: 'test.twin' });
  const sameId = route({ ...open, path: '/elsewhere' });
  const shadow = route({ ...create, id: 'test.shadow', path: '/things/{other_id}/parts', aliases: [] });
  await t.rejects(assemble(t, [open, twin]), RouteConflict);
  await t.rejects(assemble(t, [open, sameId]), RouteConflict);
  await t.rejects(assemble(t, [create, shadow]), RouteConflict);
  await t.rejects(assemble(t, [route({ ...open, path: '/a b' })]), RouteDeclarationError);
  await t.rejects(assemble(t, [route({ ...open, body: Type.Object({}) })]), RouteDeclarationError);
  const broken = route({
    ...create,
    body: Type.Unsafe({ type: 'object', properties: { a: { type: 'strange' } } }),
  });
  await t.rejects(assemble(t, [broken]), /test.create/);
});
