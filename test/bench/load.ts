import { once } from 'node:events';
import { createRequire } from 'node:module';
import { cpuMs, LOAD_CORE, startNode } from './processes.ts';

export interface LoadTarget {
  readonly url: string;
  readonly method?: 'GET' | 'POST' | 'PATCH';
  readonly headers?: Readonly<Record<string, string>>;
  /** `[<id>]` in it is replaced by something new in every request. */
  readonly body?: string;
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

const AUTOCANNON = createRequire(import.meta.url).resolve('autocannon');
const CONNECTIONS = 32;

/** Loads an address for so long; throws when anything but a 2xx came back, since that measures something else. */
export async function load(target: LoadTarget, seconds: number): Promise<LoadResult> {
  const { url, method = 'GET', headers = {}, body, pid, connections = CONNECTIONS } = target;
  const args = [AUTOCANNON, '--json', '-n', '-c', String(connections), '-d', String(seconds), '-m', method];
  for (const [name, value] of Object.entries(headers)) args.push('-H', `${name}: ${value}`);
  if (body !== undefined) args.push('-b', body, ...(body.includes('[<id>]') ? ['-I'] : []));
  const before = cpuMs(pid);
  const child = startNode([...args, url], LOAD_CORE, { stdio: ['ignore', 'pipe', 'ignore'] });
  let text = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    text += chunk.toString('utf8');
  });
  await once(child, 'close');
  const report = JSON.parse(text) as Report;
  if (report.non2xx + report.errors + report.timeouts > 0 || report['2xx'] === 0)
    throw new Error(`${method} ${url} failed under load: ${JSON.stringify(report.statusCodeStats ?? report)}`);
  return {
    perSecond: report['2xx'] / report.duration,
    p50Ms: report.latency.p50,
    p99Ms: report.latency.p99,
    cpuMsPerRequest: (cpuMs(pid) - before) / report['2xx'],
  };
}
