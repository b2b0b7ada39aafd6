import type { Logger, Metrics } from '../../../telemetry/index.ts';
import type { Exchange } from './exchange.ts';
import { loggableUrl } from './loggable-url.ts';

const NOTHING_DECLARED: ReadonlySet<string> = new Set();

export interface RecordOptions {
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** `ENABLE_METRICS`; without it requests are not counted, to save its cost. */
  readonly countsRequests: boolean;
  /** Whether reads that went well are logged too; writes and refusals always are. */
  readonly logsReads: boolean;
}

/** Keeps account of requests: Prometheus by route and status, and the log. */
export class RequestRecord {
  readonly #options: RecordOptions;
  readonly #count: (route: string, method: string, status: number, tookMs: number) => void;

  constructor(options: RecordOptions) {
    this.#options = options;
    this.#count = options.countsRequests ? counting(options.metrics) : () => {};
  }

  /** Called once per request, after its answer was written. */
  done(exchange: Exchange, tookMs: number): void {
    const { res, compiled, method } = exchange;
    const status = res.statusCode;
    this.#count(compiled?.id ?? 'unmatched', compiled ? method : 'any', status, tookMs);
    if (status < 400 && !this.#options.logsReads && (compiled === null || !compiled.isWrite)) return;
    const level = compiled?.isWrite || status >= 400 ? 'info' : 'debug';
    this.#options.logger[level]('request', {
      request_id: exchange.requestId.logged,
      route: compiled?.id,
      method,
      url: loggableUrl(exchange.req.url ?? '', compiled?.declaredQuery ?? NOTHING_DECLARED),
      status,
      ip: exchange.ip,
      duration_ms: Math.round(tookMs * 100) / 100,
    });
  }
}

function counting(metrics: Metrics) {
  const labels = ['route', 'method', 'status'];
  const requests = metrics.counter('http_requests_total', 'Requests answered', labels);
  const durations = metrics.histogram('http_request_duration_seconds', 'Time to answer', ['route', 'status']);
  return (route: string, method: string, status: number, tookMs: number): void => {
    requests.increment({ route, method, status });
    durations.observe(tookMs / 1_000, { route, status });
  };
}
