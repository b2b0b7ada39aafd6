import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { auditMigrations } from '../audit/index.ts';
import { CACHE } from '../cache/index.ts';
import { type Environment, type KernelConfig, readKernelConfig } from '../config/index.ts';
import { DATABASE, databaseMigrations, type MigrationDeclaration } from '../database/index.ts';
import { type Provider, provide, Scope, type Token } from '../di/index.ts';
import { eventsMigrations } from '../events/index.ts';
import { API_DOCUMENT, API_VERSION, httpMigrations } from '../http/index.ts';
import { jobsMigrations } from '../jobs/index.ts';
import { loadSecretKey, SecretBox } from '../secrets/index.ts';
import { SOCKETS } from '../sockets/index.ts';
import {
  type Clock,
  createLogger,
  HEALTH,
  HealthRegistry,
  LOGGER,
  type Logger,
  systemClock,
} from '../telemetry/index.ts';
import { checkModules, extensionTokensOf } from './check.ts';
import { ContributionBoard } from './contributions.ts';
import { connectDatabase } from './database-connections.ts';
import type { ModuleDeclaration } from './define-module.ts';
import { type DiscoveredModule, discoverModules } from './discovery.ts';
import { fabricProviders, kernelProviders, ownedByKernel } from './kernel-scope.ts';
import { ModuleStates } from './module-states.ts';
import { inBootOrder, selected } from './order.ts';
import { MODULE_REGISTRY } from './registry.ts';
import {
  documentProvider,
  type Services,
  servicePoints,
  socketProviders,
  startServices,
} from './services.ts';
import { permissionMapOf, withShippedDefaults } from './shipped-config.ts';
import { startModules } from './start-modules.ts';

/** Folder of the installation: `modules/` and `config/` lie below it. */
const INSTALLATION = join(import.meta.dirname, '..', '..');

export interface PlatformOptions {
  /** Default `process.env`. */
  readonly environment?: Environment;
  readonly clock?: Clock;
  readonly logger?: Logger;
  /** Replaces kernel providers by token. */
  readonly overrides?: readonly Provider[];
  /** Modules beside the discovered ones; tests bring their own. */
  readonly modules?: readonly DiscoveredModule[];
  /** Whether this process takes jobs. Default true. */
  readonly work?: boolean;
  /** Compiles every schema at start and checks every reply against its own; for tests. */
  readonly checkReplies?: boolean;
}

/** A running platform. */
export interface Platform {
  /** Address of the API without `/api/v1`. */
  readonly url: string;
  readonly config: KernelConfig;
  readonly logger: Logger;
  readonly modules: readonly ModuleDeclaration[];
  readonly services: Services;
  /** A value of the running platform; for tests and benches, never for features. */
  get<T>(wanted: Token<T>): T;
  /** Stops taking requests, lets running ones end, and gives everything back. */
  stop(): Promise<void>;
}

/** Starts one platform; two may run in one process. Throws with a readable message for anything unusable. */
export async function createPlatform(options: PlatformOptions = {}): Promise<Platform> {
  const environment = await withShippedDefaults(INSTALLATION, options.environment ?? process.env);
  const config = readKernelConfig(environment);
  const logger = options.logger ?? createLogger({ level: config.LOG_LEVEL });
  await mkdir(config.DATA_DIR, { recursive: true, mode: 0o700 });
  const found = [
    ...(await discoverModules(INSTALLATION, config.PATCHBAY_MODULES)),
    ...(options.modules ?? []),
  ];
  const modules = inBootOrder(selected(found, config.PATCHBAY_MODULES, config.ENVIRONMENT === 'production'));
  const scope = new Scope();
  try {
    return await assemble({ environment, config, logger, modules, scope, options });
  } catch (error) {
    await scope
      .dispose()
      .catch((failure: unknown) =>
        logger.warn('cleaning up after a failed start failed', { error: failure }),
      );
    throw error;
  }
}

interface Assembly {
  readonly environment: Environment;
  readonly config: KernelConfig;
  readonly logger: Logger;
  readonly modules: readonly DiscoveredModule[];
  readonly scope: Scope;
  readonly options: PlatformOptions;
}

async function assemble({
  environment,
  config,
  logger,
  modules,
  scope,
  options,
}: Assembly): Promise<Platform> {
  const declarations = modules.map(({ declaration }) => declaration);
  const clock = options.clock ?? systemClock;
  const health = new HealthRegistry(clock);
  const secrets = new SecretBox(await loadSecretKey(config));
  const permissions = declarations.flatMap((module) => module.permissions ?? []);
  const kernel = kernelProviders({
    config,
    clock,
    logger,
    health,
    secrets,
    permissionMap: await permissionMapOf(INSTALLATION, permissions),
    overrides: options.overrides ?? [],
    connect: () =>
      connectDatabase({
        config,
        secrets,
        logger,
        entities: declarations.flatMap((module) => module.entities ?? []),
        migrations: migrationsOf(declarations),
      }),
  });
  const kernelTokens = [...kernel, ...fabricProviders].map(({ token }) => token.key);
  checkModules(modules, new Set([...kernelTokens, MODULE_REGISTRY.key, SOCKETS.key, API_DOCUMENT.key]));
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
    ...board.providers(extensionTokensOf(declarations, [...fabricProviders, ...servicePoints])),
    ...ownedByKernel([
      ...fabricProviders,
      provide(
        MODULE_REGISTRY,
        [],
        () => states,
        () => states.stop(),
      ),
      documentProvider(declarations),
      ...socketProviders,
    ]),
  ]);
  const strict = config.STRICT_STARTUP || config.ENVIRONMENT !== 'production';
  await startModules(modules, { scope, environment, states, board, logger, strict });
  const services = await startServices({
    scope,
    config,
    states,
    declarations,
    work: options.work ?? true,
    checkReplies: options.checkReplies ?? false,
  });
  return {
    url: services.url,
    config,
    logger,
    modules: declarations,
    services,
    get: (wanted) => scope.get(wanted),
    stop: async () => {
      await services.stop().catch((error: unknown) => logger.warn('stopping was not clean', { error }));
      await scope.dispose();
      logger.flush();
    },
  };
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
const migrationsOf = (modules: readonly ModuleDeclaration[]): readonly MigrationDeclaration[] => [
  ...databaseMigrations,
  ...jobsMigrations,
  ...eventsMigrations,
  ...auditMigrations,
  ...httpMigrations,
  ...modules.flatMap((module) => module.migrations ?? []),
];
