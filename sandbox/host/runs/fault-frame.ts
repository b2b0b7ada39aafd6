import type { FaultKind } from '../../contract.ts';
import { parseBounded } from '../../wire/bounded-json.ts';

const kinds: readonly FaultKind[] = ['timeout', 'memory', 'crash'];

/** Reads the fault a child reports about its isolate; anything odd counts as a broken protocol. */
export function parseFault(body: string): { kind: FaultKind; detail: string } {
  const data = parseBounded(body, { depth: 2, keys: 4 });
  if (typeof data !== 'object' || data === null || Array.isArray(data))
    return { kind: 'protocol', detail: 'An unreadable fault' };
  const kind = kinds.find((known) => known === data['kind']) ?? 'protocol';
  return { kind, detail: String(data['detail']).slice(0, 300) };
}
