import { AUDIT_RECORDS, AuditRecords } from '../../audit/index.ts';
import { KERNEL_CONFIG, type KernelConfig } from '../../config/index.ts';
import {
  type OwnedProvider,
  type Provider,
  provide,
  provideAs,
  provideValue,
  type Token,
  token,
} from '../../di/index.ts';
import { EVENT_BUS, EVENT_DEAD_LETTERS, EVENT_REGISTRY, EventBus, LOG_READER } from '../../events/index.ts';
import {
  ARTIFACT_STORES,
  ARTIFACTS,
  Artifacts,
  CATALOG,
  CATALOG_SOURCES,
  Catalog,
  INVOKER,
  Invoker,
  STAGERS,
} from '../../fabric/index.ts';
import { CACHE, openCache, RATE_LIMITER, RateLimiter } from '../../infrastructure/cache/index.ts';
import { DATABASE } from '../../infrastructure/database/index.ts';
import { CSRF_TOKENS, CsrfTokens } from '../../infrastructure/http/index.ts';
import { JOBS, TransactionalJobs } from '../../infrastructure/jobs/index.ts';
import { MAILER, openMailer } from '../../infrastructure/mail/index.ts';
import { GuardedOutbound, OUTBOUND, SystemResolver } from '../../infrastructure/outbound/index.ts';
import { PASSWORDS, Passwords, SECRETS, type SecretBox } from '../../infrastructure/secrets/index.ts';
import { PERMISSION_MAP, type PermissionMap } from '../../permissions/index.ts';
import {
  CLOCK,
  type Clock,
  HEALTH,
  type HealthRegistry,
  LOGGER,
  type Logger,
  METRICS,
  PrometheusMetrics,
} from '../../telemetry/index.ts';
import type { DatabaseConnections } from '../database/database-connections.ts';

/** Connections behind `DATABASE`, for those who start and stop things. */
export const DATABASE_CONNECTIONS: Token<DatabaseConnections> = token('kernel.database-connections');

/** Whether this process serves; a command of the operator has no doors and must announce nothing. */
export const SERVES: Token<boolean> = token('kernel.serves');

export interface KernelValues {
  readonly config: KernelConfig;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly health: HealthRegistry;
  readonly secrets: SecretBox;
  readonly permissionMap: PermissionMap;
  readonly serves: boolean;
  readonly connect: () => Promise<DatabaseConnections>;
  /** Replaces kernel providers by token; tests control clock and outbound through it. */
  readonly overrides: readonly Provider[];
}

/** Dependencies of every module, created before any module. */
export function kernelProviders(values: KernelValues): readonly Provider[] {
  const providers: readonly Provider[] = [
    provideValue(KERNEL_CONFIG, values.config),
    provideValue(SERVES, values.serves),
    provideValue(CLOCK, values.clock),
    provideValue(LOGGER, values.logger),
    provideValue(HEALTH, values.health),
    provideValue(SECRETS, values.secrets),
    provideValue(PERMISSION_MAP, values.permissionMap),
    provide(METRICS, [], () => new PrometheusMetrics()),
    provide(PASSWORDS, [], () => new Passwords()),
    provide(DATABASE_CONNECTIONS, [], values.connect, (connections) => connections.close()),
    provide(DATABASE, [DATABASE_CONNECTIONS], ({ database }) => database),
    provide(
      CACHE,
      [DATABASE_CONNECTIONS],
      ({ fingerprint }) => openCache({ ...values, prefix: `patchbay:${fingerprint}:` }),
      (cache) => cache.dispose(),
    ),
    provide(RATE_LIMITER, [CACHE, CLOCK], (cache, clock) => new RateLimiter(cache, clock)),
    provide(
      OUTBOUND,
      [CLOCK],
      (clock) => new GuardedOutbound(new SystemResolver(clock), clock),
      (outbound) => outbound.dispose(),
    ),
    provide(MAILER, [OUTBOUND], (outbound) => openMailer({ ...values, outbound })),
    provide(JOBS, [], () => new TransactionalJobs()),
    provide(
      EVENT_BUS,
      [DATABASE, CACHE, LOGGER],
      (database, cache, logger) => new EventBus(database, cache, logger),
    ),
    provide(EVENT_REGISTRY, [EVENT_BUS], (bus) => bus.registry),
    provide(LOG_READER, [EVENT_BUS], (bus) => bus.reader),
    provide(EVENT_DEAD_LETTERS, [EVENT_BUS], (bus) => bus.deadLetters),
    provide(CSRF_TOKENS, [SECRETS], (secrets) => new CsrfTokens(secrets)),
    provide(AUDIT_RECORDS, [DATABASE, SECRETS, CLOCK], (...deps) => new AuditRecords(...deps)),
  ];
  const replaced = new Map(values.overrides.map((provider) => [provider.token.key, provider]));
  return providers.map((provider) => replaced.get(provider.token.key) ?? provider);
}

/** Providers that use contributions of modules. */
export const fabricProviders: readonly Provider[] = [
  provideAs(CATALOG, Catalog, { registry: EVENT_REGISTRY, sources: CATALOG_SOURCES.all, clock: CLOCK }),
  provideAs(ARTIFACTS, Artifacts, { stores: ARTIFACT_STORES.all }),
  provideAs(INVOKER, Invoker, {
    catalog: CATALOG,
    permissions: PERMISSION_MAP,
    stagers: STAGERS.all,
    artifacts: ARTIFACTS,
  }),
];

export const ownedByKernel = (providers: readonly Provider[]): readonly OwnedProvider[] =>
  providers.map((provider) => ({ owner: 'kernel', provider }));
