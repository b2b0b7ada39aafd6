import type { Test } from 'tap';
import type { LabEndpoint } from '../controllers/lab-controller.ts';
import { OpnsenseController, type OpnsenseOptions } from '../controllers/opnsense/controller.ts';
import { type Answer, basic, type Call, exchange } from './bench.ts';

export interface FirewallBench {
  readonly firewall: OpnsenseController;
  readonly endpoint: LabEndpoint;
  readonly call: Call;
  readonly control: Call;
}

/** A started firewall over plain HTTP that ends with the test. Paths begin with `/api`. */
export async function firewallBench(t: Test, options: OpnsenseOptions = {}): Promise<FirewallBench> {
  const firewall = new OpnsenseController({ plain_http: true, devices: 6, reboot_ms: 60_000, ...options });
  const endpoint = await firewall.start();
  t.teardown(() => firewall.stop());
  const login = basic(endpoint.credentials.username, endpoint.credentials.password);
  return {
    firewall,
    endpoint,
    call: (method, path, body, authorization = login) =>
      exchange(endpoint.url + path, method, body, authorization === '' ? undefined : authorization),
    control: (method, path, body) => exchange(endpoint.control_url + path, method, body),
  };
}

export type Json = Record<string, unknown>;

export const json = (answer: Answer): Json => answer.json as Json;

/** Rows of one table of a copy of the configuration. */
export function table(
  firewall: OpnsenseController,
  copy: 'saved' | 'running',
  name: string,
): readonly Json[] {
  const tables = firewall.state()[copy] as Record<string, readonly Json[]>;
  return tables[name] ?? [];
}
