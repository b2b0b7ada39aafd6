import {
  Counter as PromCounter,
  Gauge as PromGauge,
  Histogram as PromHistogram,
  Registry,
} from 'prom-client';
import { type Token, token } from '../di/index.ts';

export type LabelValues = Readonly<Record<string, string | number>>;

/** Counts up: requests, failures. */
export interface Counter {
  increment(labels?: LabelValues, by?: number): void;
}

/** Stands at a value: open sockets, queue length. */
export interface Gauge {
  set(value: number, labels?: LabelValues): void;
}

/** Distribution of a measured value, in the unit its name ends with (`_seconds`, `_bytes`). */
export interface Histogram {
  observe(value: number, labels?: LabelValues): void;
}

/** Metrics of one platform; two platforms in one process share nothing (SPEC 4.1, `/metrics`). */
export interface Metrics {
  /** The same name twice gives the same metric; with other labels or another kind it is refused. */
  counter(name: string, help: string, labels?: readonly string[]): Counter;
  gauge(name: string, help: string, labels?: readonly string[]): Gauge;
  histogram(name: string, help: string, labels?: readonly string[], buckets?: readonly number[]): Histogram;
  /** Prometheus text format. */
  text(): Promise<string>;
  readonly contentType: string;
}

export const METRICS: Token<Metrics> = token('kernel.metrics');

/** Label combinations kept per metric; the rest is counted under `other`, so that callers cannot fill memory. */
const MAX_SERIES = 1_000;
const DEFAULT_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

interface Registered {
  readonly kind: string;
  readonly labels: string;
  readonly metric: unknown;
}

export class PrometheusMetrics implements Metrics {
  readonly #registry = new Registry();
  readonly #registered = new Map<string, Registered>();
  readonly contentType = this.#registry.contentType;

  constructor() {
    this.#measureProcess();
  }

  counter(name: string, help: string, labels: readonly string[] = []): Counter {
    return this.#once('counter', name, labels, () => {
      const inner = new PromCounter({ name, help, labelNames: [...labels], registers: [this.#registry] });
      const bounded = boundedLabels(labels);
      return { increment: (values: LabelValues = {}, by = 1) => inner.inc(bounded(values), by) };
    });
  }

  gauge(name: string, help: string, labels: readonly string[] = []): Gauge {
    return this.#once('gauge', name, labels, () => {
      const inner = new PromGauge({ name, help, labelNames: [...labels], registers: [this.#registry] });
      const bounded = boundedLabels(labels);
      return { set: (value: number, values: LabelValues = {}) => inner.set(bounded(values), value) };
    });
  }

  histogram(
    name: string,
    help: string,
    labels: readonly string[] = [],
    buckets: readonly number[] = DEFAULT_BUCKETS,
  ): Histogram {
    return this.#once('histogram', name, labels, () => {
      const registers = [this.#registry];
      const inner = new PromHistogram({
        name,
        help,
        labelNames: [...labels],
        buckets: [...buckets],
        registers,
      });
      const bounded = boundedLabels(labels);
      return { observe: (value: number, values: LabelValues = {}) => inner.observe(bounded(values), value) };
    });
  }

  text(): Promise<string> {
    return this.#registry.metrics();
  }

  #once<T>(kind: string, name: string, labels: readonly string[], make: () => T): T {
    const signature = labels.join(',');
    const known = this.#registered.get(name);
    if (known === undefined) {
      const metric = make();
      this.#registered.set(name, { kind, labels: signature, metric });
      return metric;
    }
    if (known.kind !== kind || known.labels !== signature)
      throw new Error(`metric "${name}" is already a ${known.kind} with labels [${known.labels}]`);
    return known.metric as T;
  }

  /** Read when asked for, so that nothing in the process is hooked and nothing needs disposing. */
  #measureProcess(): void {
    const read = (name: string, help: string, value: () => number): void => {
      new PromGauge({
        name,
        help,
        registers: [this.#registry],
        collect() {
          this.set(value());
        },
      });
    };
    const startedMs = performance.now();
    read(
      'process_uptime_seconds',
      'Seconds since the platform started',
      () => (performance.now() - startedMs) / 1000,
    );
    read('process_resident_memory_bytes', 'Resident memory', () => process.memoryUsage.rss());
    read('nodejs_heap_used_bytes', 'Heap in use', () => process.memoryUsage().heapUsed);
    read('process_cpu_seconds', 'CPU time of user and system', () => {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1e6;
    });
    let last = performance.eventLoopUtilization();
    read(
      'nodejs_eventloop_utilization_ratio',
      'Share of time the event loop was busy since last read',
      () => {
        const now = performance.eventLoopUtilization();
        const { utilization } = performance.eventLoopUtilization(now, last);
        last = now;
        return utilization;
      },
    );
  }
}

function boundedLabels(names: readonly string[]): (values: LabelValues) => Record<string, string | number> {
  const seen = new Set<string>();
  return (values) => {
    const full = Object.fromEntries(names.map((name) => [name, values[name] ?? '']));
    if (names.length === 0) return full;
    const key = JSON.stringify(Object.values(full));
    if (seen.has(key)) return full;
    if (seen.size >= MAX_SERIES) return Object.fromEntries(names.map((name) => [name, 'other']));
    seen.add(key);
    return full;
  };
}
