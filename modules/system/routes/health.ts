import { KERNEL_CONFIG } from '@patchbay/kernel/config';
import { DATABASE } from '@patchbay/kernel/database';
import { type AnyRoute, API_VERSION, route } from '@patchbay/kernel/http';
import { HEALTH } from '@patchbay/kernel/telemetry';
import Type from 'typebox';

const open = { public: 'probes and load balancers carry no credential (SPEC 4.1)' } as const;
const probe = { method: 'GET', access: open, rate: 'exempt', lenient: true } as const;
const words = Type.Array(Type.String());
const Status = Type.Object({ status: Type.Enum(['healthy', 'degraded']) });
const Checks = Type.Record(
  Type.String(),
  Type.Object({
    ok: Type.Boolean(),
    latency_ms: Type.Optional(Type.Number()),
    detail: Type.Optional(Type.String()),
  }),
);
/** Names of checks and how they went; why one failed is for `/health/detail`. */
const PublicChecks = Type.Record(
  Type.String(),
  Type.Object({ ok: Type.Boolean(), latency_ms: Type.Optional(Type.Number()) }),
);

const health = route({
  ...probe,
  id: 'system.health',
  path: '/health',
  mount: 'root',
  summary: 'Get the health of the platform and of its parts',
  reply: Type.Object({ ...Status.properties, degraded_subsystems: words }),
  deps: { health: HEALTH },
  handle: async ({ deps }) => {
    const { status, degraded } = await deps.health.report();
    return { status, degraded_subsystems: degraded.map(({ name }) => name) };
  },
});

const aggregated = route({
  ...probe,
  id: 'system.health_status',
  path: '/health',
  summary: 'Aggregated status only',
  reply: Status,
  deps: { health: HEALTH },
  handle: async ({ deps }) => ({ status: (await deps.health.report()).status }),
});

const live = route({
  ...probe,
  id: 'system.health_live',
  path: '/health/live',
  summary: 'The process answers',
  reply: Type.Object({ status: Type.Literal('alive') }),
  handle: () => ({ status: 'alive' as const }),
});

const Readiness = Type.Object({
  status: Type.Enum(['ready', 'not_ready']),
  failed: words,
  degraded_subsystems: words,
  checks: PublicChecks,
});

const ready = route({
  ...probe,
  id: 'system.health_ready',
  path: '/health/ready',
  summary: 'Whether requests should be sent here',
  reply: Readiness,
  replies: { 503: Readiness },
  deps: { health: HEALTH, config: KERNEL_CONFIG },
  handle: async ({ deps, reply }) => {
    const report = await deps.health.readiness(deps.config.READINESS_STRICT_DEPS);
    if (!report.ready) reply.status(503);
    const { failed, degraded_subsystems, checks } = report;
    const status = report.ready ? ('ready' as const) : ('not_ready' as const);
    return { status, failed: [...failed], degraded_subsystems: [...degraded_subsystems], checks };
  },
});

const Connectivity = Type.Object({
  status: Type.Enum(['connected', 'unreachable']),
  latency_ms: Type.Optional(Type.Number()),
});

const database = route({
  ...probe,
  id: 'system.health_db',
  path: '/health/db',
  summary: 'Whether the database answers',
  reply: Connectivity,
  replies: { 503: Connectivity },
  deps: { database: DATABASE },
  handle: async ({ deps, reply }) => {
    const startedMs = performance.now();
    try {
      await deps.database.ping();
      return { status: 'connected' as const, latency_ms: Math.round(performance.now() - startedMs) };
    } catch {
      reply.status(503);
      return { status: 'unreachable' as const };
    }
  },
});

const detail = route({
  id: 'system.health_detail',
  method: 'GET',
  path: '/health/detail',
  summary: 'Latencies and versions',
  access: { permission: 'settings:read' },
  reply: Type.Object({
    ...Status.properties,
    versions: Type.Object({ api: Type.String(), node: Type.String() }),
    environment: Type.String(),
    uptime_seconds: Type.Integer(),
    degraded: Type.Array(Type.Object({ name: Type.String(), reason: Type.String() })),
    checks: Checks,
  }),
  deps: { health: HEALTH, config: KERNEL_CONFIG },
  handle: async ({ deps }) => {
    const { status, degraded, checks } = await deps.health.report();
    return {
      status,
      versions: { api: API_VERSION, node: process.versions.node },
      environment: deps.config.ENVIRONMENT,
      uptime_seconds: Math.floor(process.uptime()),
      degraded: [...degraded],
      checks,
    };
  },
});

/** Health and readiness (SPEC 4.1); the system module lists them. */
export const healthRoutes: readonly AnyRoute[] = Object.freeze([
  health,
  aggregated,
  live,
  ready,
  database,
  detail,
]);
