export { CLOCK, type Clock, ManualClock, systemClock } from './clock.ts';
export {
  type Degradation,
  HEALTH,
  HealthRegistry,
  type HealthReport,
  type ReadinessReport,
} from './health.ts';
export type { HealthCheck, HealthResult } from './health-check.ts';
export {
  createLogger,
  LOGGER,
  type LogFields,
  type Logger,
  type LoggerOptions,
  type LogLevel,
  silentLogger,
} from './logger.ts';
export {
  type Counter,
  type Gauge,
  type Histogram,
  type LabelValues,
  METRICS,
  type Metrics,
  PrometheusMetrics,
} from './metrics.ts';
export {
  dotted,
  type FieldPath,
  isRedacted,
  isRedactedAddress,
  REDACTED,
  redactedIn,
} from './redaction-marker.ts';
export { type ScrubOptions, scrub, TRUNCATED } from './scrub.ts';
export {
  foldFieldName,
  isMarkedSecret,
  isSecretField,
  isSecretLogField,
  SECRET_FIELD_NAMES,
  SECRET_MARK,
} from './secret-names.ts';
