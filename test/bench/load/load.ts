import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { cpuMs, LOAD_CORE, startNode } from '../processes/processes.ts';

export interface LoadTarget {
  readonly url: string;
  readonly method?: 'GET' | 'POST' | 'PATCH';
  readonly headers?: Readonly<Record<string, string>>;
  /** `[<id>]` in it is replaced by something new in every request. */
  readonly body?: string;
  /** Paths to ask in turn, in place of the one in `url`. */
  readonly paths?: readonly string[];
  /** Process whose CPU time is told. */
  readonly pid: number;
  readonly connections?: number;
}

export interface LoadResult {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly cpuMsPerRequest: number;
}

interface Report {
  readonly '2xx': number;
  readonly non2xx: number;
  readonly errors: number;
  readonly timeouts: number;
  readonly duration: number;
  readonly latency: { readonly p50: number; readonly p99: number };
  readonly statusCodeStats?: object;
}

const GENERATOR = join(import.meta.dirname, '..', 'hosts', 'load-generator.ts');
const CONNECTIONS = 32;

/** Loads an address for so long; throws when anything but a 2xx came back, since that measures something else. */
export async function load(target: LoadTarget, seconds: number): Promise<LoadResult> {
  const { pid, connections = CONNECTIONS, method = 'GET', headers = {}, ...rest } = target;
  const child = startNode([GENERATOR], LOAD_CORE, { stdio: ['pipe', 'pipe', 'inherit'] });
  const before = cpuMs(pid);
  child.stdin?.end(JSON.stringify({ ...rest, method, headers, connections, duration: seconds }));
  const [answer] = await Promise.all([child.stdout ? text(child.stdout) : '', once(child, 'close')]);
  const report = JSON.parse(answer) as Report;
  if (report.non2xx + report.errors + report.timeouts > 0 || report['2xx'] === 0)
    throw new Error(`${method} ${target.url} failed under load: ${answer}`);
  return {
    perSecond: report['2xx'] / report.duration,
    p50Ms: report.latency.p50,
    p99Ms: report.latency.p99,
    cpuMsPerRequest: (cpuMs(pid) - before) / report['2xx'],
  };
}
