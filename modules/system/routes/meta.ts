import { createHash, timingSafeEqual } from 'node:crypto';
import { KERNEL_CONFIG, type KernelConfig } from '@patchbay/kernel/config';
import { notFound, unauthenticated } from '@patchbay/kernel/errors';
import { type AnyRoute, route } from '@patchbay/kernel/http';
import { METRICS } from '@patchbay/kernel/telemetry';
import { docsRoutes } from './docs.ts';
import { root } from './root.ts';

const hashed = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Served only when switched on; in production only with the token (SPEC 4.1). */
function assertScraper(config: KernelConfig, authorization: string | undefined): void {
  const { ENABLE_METRICS, ENVIRONMENT, METRICS_AUTH_TOKEN = '' } = config;
  if (!ENABLE_METRICS) throw notFound();
  if (ENVIRONMENT !== 'production') return;
  if (METRICS_AUTH_TOKEN === '') throw notFound();
  if (!timingSafeEqual(hashed(authorization ?? ''), hashed(`Bearer ${METRICS_AUTH_TOKEN}`)))
    throw unauthenticated();
}

const metrics = route({
  id: 'system.metrics',
  method: 'GET',
  path: '/metrics',
  mount: 'root',
  summary: 'Prometheus text',
  access: { public: 'checks its own token (SPEC 4.1)' },
  rate: 'exempt',
  lenient: true,
  produces: 'text/plain; version=0.0.4; charset=utf-8',
  errors: [notFound, unauthenticated],
  deps: { config: KERNEL_CONFIG, metrics: METRICS },
  handle: ({ deps, request }) => {
    assertScraper(deps.config, request.header('authorization'));
    return deps.metrics.text();
  },
});

/** Root, metrics and documentation (SPEC 4.1, 9); the system module lists them. */
export const metaRoutes: readonly AnyRoute[] = Object.freeze([root, metrics, ...docsRoutes]);
