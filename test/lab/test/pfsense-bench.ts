import type { Test } from 'tap';
import {
  PfSenseController,
  type PfSenseEndpoint,
  type PfSenseOptions,
} from '../controllers/pfsense/controller.ts';
import { type Answer, basic, exchange } from './bench.ts';

export interface Envelope {
  readonly code: number;
  readonly status: string;
  readonly response_id: string;
  readonly message: string;
  readonly data: unknown;
}

type Call = (method: string, path: string, body?: unknown, authorization?: string) => Promise<Answer>;

export interface FirewallBench {
  readonly firewall: PfSenseController;
  readonly endpoint: PfSenseEndpoint;
  /** Paths without `/api/v2`. */
  readonly call: Call;
}

/** A started firewall over plain HTTP that ends with the test. */
export async function firewallBench(t: Test, options: PfSenseOptions = {}): Promise<FirewallBench> {
  const firewall = new PfSenseController({ plain_http: true, devices: 6, reboot_ms: 60_000, ...options });
  const endpoint = await firewall.start();
  t.teardown(() => firewall.stop());
  const { username, password } = endpoint.credentials;
  return {
    firewall,
    endpoint,
    call: (method, path, body, authorization = basic(username, password)) =>
      exchange(`${endpoint.url}/api/v2${path}`, method, body, authorization),
  };
}

export const envelope = (answer: Answer): Envelope => answer.json as Envelope;
export const dataOf = (answer: Answer): Record<string, unknown> =>
  envelope(answer).data as Record<string, unknown>;
export const listOf = (answer: Answer): Record<string, unknown>[] =>
  envelope(answer).data as Record<string, unknown>[];
