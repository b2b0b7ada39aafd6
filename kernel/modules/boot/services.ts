import { AuditedRefusals, countRecords } from '../../audit/index.ts';
import { KERNEL_CONFIG, type KernelConfig } from '../../config/index.ts';
import { type Provider, provide, provideValue, type Scope } from '../../di/index.ts';
import { EVENT_BUS, type EventBus } from '../../events/index.ts';
import { CATALOG, type Catalog } from '../../fabric/index.ts';
import { CACHE } from '../../infrastructure/cache/index.ts';
import { DATABASE } from '../../infrastructure/database/index.ts';
import {
  API_DOCUMENT,
  apiDocument,
  CSRF_TOKENS,
  HTTP_MIDDLEWARE,
  HttpServer,
  type MountedRoute,
  type OnRoute,
} from '../../infrastructure/http/index.ts';
import { JobWorker } from '../../infrastructure/jobs/index.ts';
import { OUTBOUND } from '../../infrastructure/outbound/index.ts';
import { SECRETS } from '../../infrastructure/secrets/index.ts';
import { SOCKETS, SocketServer } from '../../infrastructure/sockets/index.ts';
import { AUTHENTICATORS, PERMISSION_MAP, PROOF_KEEPERS, SITE_GUARDS } from '../../permissions/index.ts';
import { CLOCK, HEALTH, LOGGER, METRICS } from '../../telemetry/index.ts';
import { BACKGROUND } from '../background.ts';
import type { ModuleDeclaration } from '../define-module.ts';
import type { ModuleStates } from '../module-states.ts';
import { ROUTE_CATALOG, routeCatalog } from '../route-catalog.ts';
import { documentOf } from './api-document.ts';
import { kernelJobs } from './kernel-jobs.ts';
import { DATABASE_CONNECTIONS } from './kernel-scope.ts';
import { resolveFor } from './start-modules.ts';

/** Points the services below read. */
export const servicePoints = [
  { deps: [AUTHENTICATORS.all, SITE_GUARDS.all, PROOF_KEEPERS.all, HTTP_MIDDLEWARE.all, BACKGROUND.all] },
];

export const socketProviders: readonly Provider[] = [
  provide(
    SOCKETS,
    [KERNEL_CONFIG, LOGGER, METRICS, CLOCK, AUTHENTICATORS.all, CACHE],
    (config, logger, metrics, clock, authenticators, cache) =>
      new SocketServer({ config, logger, metrics, clock, authenticators, cache }),
    (sockets) => sockets.close(),
  ),
];

/** The document of everything the modules mount. */
export const documentProvider = (declarations: readonly ModuleDeclaration[]): Provider =>
  provideValue(
    API_DOCUMENT,
    apiDocument((scope) => documentOf(declarations, scope)),
  );

/** Mounted routes, for explanations of access. */
export const routeCatalogProvider = (
  declarations: readonly ModuleDeclaration[],
  states: Pick<ModuleStates, 'stateOf'>,
): Provider =>
  provideValue(
    ROUTE_CATALOG,
    routeCatalog(
      declarations.flatMap(({ id, routes = [] }) =>
        routes.map((route) => ({ route, module_id: id, state: () => states.stateOf(id) })),
      ),
    ),
  );

export interface ServicesOptions {
  readonly scope: Scope;
  readonly config: KernelConfig;
  readonly states: ModuleStates;
  readonly declarations: readonly ModuleDeclaration[];
  readonly work: boolean;
  readonly checkReplies: boolean;
  readonly onRoute?: OnRoute | undefined;
}

/** Services that run while the platform runs. */
export interface Services {
  readonly url: string;
  readonly http: HttpServer;
  readonly worker: JobWorker | null;
  stop(): Promise<void>;
}

/**
 * Starts, in this order: the log's relay, what modules run beside it, jobs, and last the doors. When one does not
 * start, those before it are stopped again.
 */
export async function startServices(options: ServicesOptions): Promise<Services> {
  const stoppers: (() => Promise<void>)[] = [];
  const stop = async (): Promise<void> => {
    const results: unknown[] = [];
    for (const each of stoppers.splice(0).reverse())
      await each().catch((error: unknown) => results.push(error));
    if (results.length > 0) throw new AggregateError(results, 'some services did not stop cleanly');
  };
  try {
    const { http, worker } = await startAll(options, stoppers);
    return { url: http.baseUrl, http, worker, stop };
  } catch (error) {
    await stop().catch(() => {});
    throw error;
  }
}

async function startAll(
  options: ServicesOptions,
  stoppers: (() => Promise<void>)[],
): Promise<Pick<Services, 'http' | 'worker'>> {
  const { scope } = options;
  const bus = scope.get(EVENT_BUS);
  registerDeclarations(bus, options);
  stoppers.push(() => bus.stop());
  await bus.start(boundListeners(options));
  for (const work of scope.get(BACKGROUND.all).values) work.start();
  const worker = options.work ? createWorker(options) : null;
  stoppers.push(async () => worker?.stop());
  await worker?.start();
  registerHealth(options);
  const http = createHttp(options);
  const sockets = scope.get(SOCKETS);
  stoppers.push(async () => {
    await sockets.close();
    await http.close();
  });
  const outbound = scope.get(OUTBOUND);
  for (const port of [await http.listen(), ...scope.get(DATABASE_CONNECTIONS).ownPorts])
    outbound.protect(port);
  sockets.attach(http.server, mountedSockets(options));
  return { http, worker };
}

/** Makes the modules' events and operations known, so that they may be published and invoked. */
export function registerDeclarations(bus: EventBus, { scope, states, declarations }: ServicesOptions): void {
  const catalog = scope.get(CATALOG);
  for (const { id, events = [], operations = [] } of declarations) {
    for (const event of events) {
      bus.registry.add(event, () => states.isEnabled(id));
      catalog.addEvent(event, id);
    }
    for (const operation of operations)
      catalog.addOperation({
        operation,
        provider_id: id,
        tier: 'native',
        isEnabled: () => states.isEnabled(id),
        deps: operation.write ? {} : resolveFor(scope, states, id, operation.deps),
      });
  }
  registerReservations(bus, catalog, declarations, states);
}

/** Event types that no module declares yet, while the module that keeps their place is on. */
function registerReservations(
  bus: EventBus,
  catalog: Catalog,
  declarations: readonly ModuleDeclaration[],
  states: ServicesOptions['states'],
): void {
  const declared = new Set(declarations.flatMap(({ events = [] }) => events.map(({ type }) => type)));
  for (const { id, reserves = [] } of declarations)
    for (const { owner, event } of reserves) {
      if (declared.has(event.type)) continue;
      declared.add(event.type);
      bus.registry.add(event, () => states.isEnabled(id));
      catalog.addEvent(event, owner);
    }
}

const boundListeners = ({ scope, states, declarations }: ServicesOptions) =>
  declarations.flatMap(({ id, listeners = [] }) =>
    listeners.map((listener) => ({
      listener,
      isEnabled: () => states.isEnabled(id),
      deps: resolveFor(scope, states, id, listener.deps),
    })),
  );

function createWorker({ scope, states, declarations }: ServicesOptions): JobWorker {
  const connections = scope.get(DATABASE_CONNECTIONS);
  const own = kernelJobs.map((job) => ({ job, isEnabled: () => true, deps: scope.resolve(job.deps ?? {}) }));
  const ofModules = declarations.flatMap(({ id, jobs = [] }) =>
    jobs.map((job) => ({
      job,
      isEnabled: () => states.isEnabled(id),
      deps: resolveFor(scope, states, id, job.deps),
    })),
  );
  return new JobWorker({
    pool: connections.workerPool,
    systemUrl: connections.systemUrl,
    database: scope.get(DATABASE),
    logger: scope.get(LOGGER),
    metrics: scope.get(METRICS),
    jobs: [...own, ...ofModules],
  });
}

function registerHealth({ scope }: ServicesOptions): void {
  const database = scope.get(DATABASE);
  scope.get(HEALTH).register({
    name: 'database',
    critical: true,
    readiness: 'always',
    check: async () => {
      const startedMs = performance.now();
      await database.ping();
      return { ok: true, latency_ms: Math.round((performance.now() - startedMs) * 100) / 100 };
    },
  });
}

function createHttp({
  scope,
  config,
  states,
  declarations,
  checkReplies,
  onRoute,
}: ServicesOptions): HttpServer {
  const routes: readonly MountedRoute[] = declarations.flatMap(({ id, routes: declared = [] }) =>
    declared.map((route) => ({
      route,
      moduleId: id,
      state: () => states.stateOf(id),
      deps: resolveFor(scope, states, id, route.deps),
    })),
  );
  return new HttpServer({
    config,
    logger: scope.get(LOGGER),
    metrics: scope.get(METRICS),
    clock: scope.get(CLOCK),
    cache: scope.get(CACHE),
    permissionMap: scope.get(PERMISSION_MAP),
    database: scope.get(DATABASE),
    csrfTokens: scope.get(CSRF_TOKENS),
    idempotencyKeys: scope.get(SECRETS).deriveKeys('idempotency'),
    authenticators: scope.get(AUTHENTICATORS.all),
    siteGuards: scope.get(SITE_GUARDS.all),
    middleware: scope.get(HTTP_MIDDLEWARE.all),
    proofKeepers: scope.get(PROOF_KEEPERS.all),
    refusals: new AuditedRefusals({
      database: scope.get(DATABASE),
      clock: scope.get(CLOCK),
      logger: scope.get(LOGGER),
    }),
    routes,
    validateReplies: checkReplies,
    watch: onRoute && { tell: onRoute, countRecords },
  });
}

const mountedSockets = ({ scope, states, declarations }: ServicesOptions) =>
  declarations.flatMap(({ id, sockets = [] }) =>
    sockets.map((socket) => ({
      socket,
      moduleId: id,
      state: () => states.stateOf(id),
      deps: resolveFor(scope, states, id, socket.deps),
    })),
  );
