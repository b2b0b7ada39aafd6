import type { LabEndpoint } from '@patchbay/lab';
import { call } from '../harness/http-client.ts';

export interface LedgerEntry {
  readonly method: string;
  readonly path: string;
  readonly body: string;
}

/** Every write a simulated device received, as it tells itself. */
export async function ledgerOf({ ledger_url }: LabEndpoint): Promise<readonly LedgerEntry[]> {
  const { body } = await call(ledger_url, 'GET', new URL(ledger_url).pathname);
  return body.entries as readonly LedgerEntry[];
}
