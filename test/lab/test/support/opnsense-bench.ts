import type { Test } from 'tap';
import { OpnsenseController, type OpnsenseOptions } from '../../controllers/opnsense/controller.ts';
import { type Answer, benchOptions, started } from './bench.ts';

/** A started firewall over plain HTTP that ends with the test. Paths begin with `/api`. */
export async function firewallBench(t: Test, options: OpnsenseOptions = {}) {
  const firewall = new OpnsenseController({ ...benchOptions, ...options });
  return { firewall, ...(await started(t, firewall, '')) };
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
