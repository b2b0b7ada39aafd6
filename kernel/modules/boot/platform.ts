import { mkdir } from 'node:fs/promises';
import { auditMigrations } from '../../audit/index.ts';
import { ConfigError, type Environment, type KernelConfig, readKernelConfig } from '../../config/index.ts';
import { type Dependency, type Provider, provide, Scope } from '../../di/index.ts';
import { EVENT_BUS, eventsMigrations } from '../../events/index.ts';
import type { ExtensionPoint } from '../../extension/index.ts';
import { CACHE } from '../../infrastructure/cache/index.ts';
import {
  DATABASE,
  databaseMigrations,
  type MigrationDeclaration,
} from '../../infrastructure/database/index.ts';
import { API_DOCUMENT, API_VERSION, httpMigrations, type OnRoute } from '../../infrastructure/http/index.ts';
import { jobsMigrations } from '../../infrastructure/jobs/index.ts';
import {
  loadSecretKey,
  readSecretKey,
  SecretBox,
  type SecretKeys,
} from '../../infrastructure/secrets/index.ts';
import { SOCKETS } from '../../infrastructure/sockets/index.ts';
import {
  type Clock,
  createLogger,
  HEALTH,
  HealthRegistry,
  LOGGER,
  type Logger,
  systemClock,
} from '../../telemetry/index.ts';
import { connectDatabase, type Purpose } from '../database/database-connections.ts';
import type { ModuleDeclaration } from '../define-module.ts';
import { checkModules, extensionTokensOf } from '../installed/check.ts';
import { type DiscoveredModule, discoverModules } from '../installed/discovery.ts';
import { INSTALLATION, modulesOf, shippedEnvironment } from '../installed/installation.ts';
import { permissionMapOf } from '../installed/shipped-config.ts';
import { ModuleStates } from '../module-states.ts';
import { MODULE_REGISTRY } from '../registry.ts';
import { ROUTE_CATALOG } from '../route-catalog.ts';
import { ContributionBoard } from './contribution-board.ts';
import { fabricProviders, kernelProviders, ownedByKernel } from './kernel-scope.ts';
import {
  documentProvider,
  registerDeclarations,
  routeCatalogProvider,
  type Services,
  type ServicesOptions,
  servicePoints,
  socketProviders,
  startServices,
} from './services.ts';
import { startModules } from './start-modules.ts';

export interface PlatformOptions {
  /** Default `process.env`. */
  readonly environment?: Environment;
  readonly clock?: Clock;
  readonly logger?: Logger;
  /** Replaces kernel providers by token. */
  readonly overrides?: readonly Provider[];
  /** Modules beside the discovered ones; tests bring their own. */
  readonly modules?: readonly DiscoveredModule[];
  /** Extension points that the caller reads, beside those of the platform's own parts. */
  readonly reads?: readonly ExtensionPoint<unknown>[];
  /** Whether this process takes jobs. Default true. */
  readonly work?: boolean;
  /** Compiles every schema at start and checks every reply against its own; for tests. */
  readonly checkReplies?: boolean;
  /** Observes whether handlers keep to the declarations of their routes; for tests. */
  readonly onRoute?: OnRoute;
}

/** All parts of a platform, without listeners, jobs and relay. */
export interface OpenPlatform {
  readonly config: KernelConfig;
  readonly logger: Logger;
  readonly modules: readonly ModuleDeclaration[];
  /** A value of the platform; for tests, benches and commands, never for features. */
  get<T>(wanted: Dependency<T>): T;
  /** Lets running work end, and gives everything back. */
  stop(): Promise<void>;
}

/** A running platform. */
export interface Platform extends OpenPlatform {
  /** Address of the API without `/api/v1`. */
  readonly url: string;
  readonly services: Services;
}

/** Starts one platform; two may run in one process. Throws with a readable message for anything unusable. */
export async function createPlatform(options: PlatformOptions = {}): Promise<Platform> {
  const assembled = await assemble(options, 'serve');
  try {
    const services = await startServices(assembled);
    return {
      url: services.url,
      services,
      ...handle(assembled, () => services.stop()),
    };
  } catch (error) {
    throw await cleanedUp(assembled, error);
  }
}

/**
 * Opens a platform for a command of its operator: the database migrated and every module's values, but no
 * listeners, jobs or relay, beside a platform that serves or without one. Events and jobs that it adds wait for a
 * process that serves.
 */
export async function openPlatform(
  options: PlatformOptions & {
    /** Brings nothing forward and can write nothing, neither to the database nor to DATA_DIR (R24). */
    readonly looking?: boolean;
  } = {},
): Promise<OpenPlatform> {
  const assembled = await assemble(options, options.looking ? 'look' : 'work');
  try {
    const bus = assembled.scope.get(EVENT_BUS);
    registerDeclarations(bus, assembled);
    // A relay without listeners would take events away from those who wait for them.
    await bus.stop();
    return handle(assembled);
  } catch (error) {
    throw await cleanedUp(assembled, error);
  }
}

function handle(
  { scope, config, logger, declarations }: Assembled,
  stopFirst?: () => Promise<void>,
): OpenPlatform {
  return {
    config,
    logger,
    modules: declarations,
    get: (wanted) => scope.get(wanted),
    stop: async () => {
      await stopFirst?.().catch((error: unknown) => logger.warn('stopping was not clean', { error }));
      await scope.dispose();
      logger.flush();
    },
  };
}

async function cleanedUp({ scope, logger }: Pick<Assembled, 'scope' | 'logger'>, error: unknown) {
  await scope
    .dispose()
    .catch((failure: unknown) => logger.warn('cleaning up after a failed start failed', { error: failure }));
  return error;
}

interface Assembly {
  readonly environment: Environment;
  readonly config: KernelConfig;
  readonly logger: Logger;
  readonly modules: readonly DiscoveredModule[];
  readonly scope: Scope;
  readonly options: PlatformOptions;
  readonly purpose: Purpose;
}

type Assembled = ServicesOptions & { readonly logger: Logger };

async function assemble(options: PlatformOptions, purpose: Purpose): Promise<Assembled> {
  const environment = await shippedEnvironment(options.environment ?? process.env);
  const config = readKernelConfig(environment);
  const logger = options.logger ?? createLogger({ level: config.LOG_LEVEL });
  if (purpose !== 'look') await mkdir(config.DATA_DIR, { recursive: true, mode: 0o700 });
  const found = [
    ...(await discoverModules(INSTALLATION, config.PATCHBAY_MODULES)),
    ...(options.modules ?? []),
  ];
  const modules = modulesOf(found, config);
  const scope = new Scope();
  try {
    return await fill({ environment, config, logger, modules, scope, options, purpose });
  } catch (error) {
    throw await cleanedUp({ scope, logger }, error);
  }
}

async function fill({
  environment,
  config,
  logger,
  modules,
  scope,
  options,
  purpose,
}: Assembly): Promise<Assembled> {
  const declarations = modules.map(({ declaration }) => declaration);
  const clock = options.clock ?? systemClock;
  const health = new HealthRegistry(clock);
  const secrets = new SecretBox(await keysFor(config, purpose));
  const permissions = declarations.flatMap((module) => module.permissions ?? []);
  const kernel = kernelProviders({
    config,
    clock,
    logger,
    health,
    secrets,
    serves: purpose === 'serve',
    permissionMap: await permissionMapOf(INSTALLATION, permissions),
    overrides: options.overrides ?? [],
    connect: () =>
      connectDatabase({
        config,
        secrets,
        logger,
        migrations: migrationsOf(declarations),
        purpose,
      }),
  });
  const kernelTokens = [...kernel, ...fabricProviders].map(({ token }) => token.key);
  const services = [MODULE_REGISTRY, SOCKETS, API_DOCUMENT, ROUTE_CATALOG].map(({ key }) => key);
  checkModules(modules, new Set([...kernelTokens, ...services]));
  await scope.create(ownedByKernel(kernel));
  const states = createStates(scope, declarations);
  await states.start();
  const board = new ContributionBoard(
    declarations.flatMap(({ id, contributes = [] }) =>
      contributes.map((contribution) => ({ module_id: id, contribution })),
    ),
    states,
  );
  await scope.create([
    ...board.providers(
      extensionTokensOf(declarations, [
        ...fabricProviders,
        ...servicePoints,
        { deps: (options.reads ?? []).map(({ all }) => all) },
      ]),
    ),
    ...ownedByKernel([
      ...fabricProviders,
      provide(
        MODULE_REGISTRY,
        [],
        () => states,
        () => states.stop(),
      ),
      documentProvider(declarations),
      routeCatalogProvider(declarations, states),
      ...socketProviders,
    ]),
  ]);
  const strict = config.STRICT_STARTUP || config.ENVIRONMENT !== 'production';
  await startModules(modules, { scope, environment, states, board, logger, strict });
  return {
    scope,
    config,
    logger,
    states,
    declarations,
    work: options.work ?? true,
    checkReplies: options.checkReplies ?? false,
    onRoute: options.onRoute,
  };
}

/** Read-only commands create no key. */
async function keysFor(config: KernelConfig, purpose: Purpose): Promise<SecretKeys> {
  if (purpose !== 'look') return loadSecretKey(config);
  const known = await readSecretKey(config);
  if (known === null)
    throw new ConfigError('there is no SECRET_KEY, neither in the environment nor in DATA_DIR');
  return known;
}

const createStates = (scope: Scope, modules: readonly ModuleDeclaration[]): ModuleStates =>
  new ModuleStates({
    database: scope.get(DATABASE),
    cache: scope.get(CACHE),
    logger: scope.get(LOGGER),
    health: scope.get(HEALTH),
    modules,
    version: API_VERSION,
  });

/** The kernel's own steps first, then the modules' in boot order. */
export const migrationsOf = (modules: readonly ModuleDeclaration[]): readonly MigrationDeclaration[] => [
  ...databaseMigrations,
  ...jobsMigrations,
  ...eventsMigrations,
  ...auditMigrations,
  ...httpMigrations,
  ...modules.flatMap((module) => module.migrations ?? []),
];
