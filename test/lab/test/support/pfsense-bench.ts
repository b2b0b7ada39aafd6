import type { Test } from 'tap';
import { PfSenseController, type PfSenseOptions } from '../../controllers/pfsense/controller.ts';
import { type Answer, benchOptions, started } from './bench.ts';

export interface Envelope {
  readonly code: number;
  readonly status: string;
  readonly response_id: string;
  readonly message: string;
  readonly data: unknown;
}

/** A started firewall over plain HTTP that ends with the test. Paths without `/api/v2`. */
export async function firewallBench(t: Test, options: PfSenseOptions = {}) {
  const firewall = new PfSenseController({ ...benchOptions, ...options });
  return { firewall, ...(await started(t, firewall, '/api/v2')) };
}

export const envelope = (answer: Answer): Envelope => answer.json as Envelope;
export const dataOf = (answer: Answer): Record<string, unknown> =>
  envelope(answer).data as Record<string, unknown>;
export const listOf = (answer: Answer): Record<string, unknown>[] =>
  envelope(answer).data as Record<string, unknown>[];
