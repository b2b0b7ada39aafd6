import type { Test } from 'tap';
import {
  ProxmoxController,
  type ProxmoxEndpoint,
  type ProxmoxOptions,
} from '../../controllers/proxmox/controller.ts';
import { type Answer, benchOptions, exchange } from './bench.ts';

type Params = Readonly<Record<string, unknown>>;

export interface ClusterBench {
  readonly cluster: ProxmoxController;
  readonly endpoint: ProxmoxEndpoint;
  /** Paths without `/api2/json`; parameters go into the query of GET and DELETE, else into a JSON body. */
  readonly call: (method: string, path: string, params?: Params, authorization?: string) => Promise<Answer>;
  /** The same, and then everything that was begun by it is over. */
  readonly done: (method: string, path: string, params?: Params) => Promise<Answer>;
}

const taskMs = 1_000;

/** A started cluster over plain HTTP that ends with the test; its tasks wait for `done`. */
export async function clusterBench(t: Test, options: ProxmoxOptions = {}): Promise<ClusterBench> {
  const cluster = new ProxmoxController({
    ...benchOptions,
    task_ms: taskMs,
    unauthorized_ms: 0,
    ...options,
  });
  const endpoint = await cluster.start();
  t.teardown(() => cluster.stop());
  const token = `PVEAPIToken=${endpoint.credentials.api_key}`;
  const call: ClusterBench['call'] = (method, path, params, authorization = token) => {
    const isBody = method === 'POST' || method === 'PUT';
    const search =
      isBody || params === undefined ? '' : `?${new URLSearchParams(params as Record<string, string>)}`;
    return exchange(
      `${endpoint.url}/api2/json${path}${search}`,
      method,
      isBody ? params : undefined,
      authorization,
    );
  };
  const done: ClusterBench['done'] = async (method, path, params) => {
    const answer = await call(method, path, params);
    cluster.clock.advance(taskMs);
    return answer;
  };
  return { cluster, endpoint, call, done };
}

export const dataOf = (answer: Answer): unknown => (answer.json as { data: unknown }).data;
export const listOf = (answer: Answer): Record<string, unknown>[] =>
  dataOf(answer) as Record<string, unknown>[];
export const objectOf = (answer: Answer): Record<string, unknown> =>
  dataOf(answer) as Record<string, unknown>;
export const messageOf = (answer: Answer): string => (answer.json as { message: string }).message;
