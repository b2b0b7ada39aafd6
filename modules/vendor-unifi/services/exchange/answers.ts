import { isRecord } from '@patchbay/kernel/schema';
import { type TransportAnswer, unreadableAnswer, type VendorValue } from '@patchbay/vendor-kit';
import { answerFailure } from './failures.ts';

export interface Page {
  readonly data: readonly VendorValue[];
  readonly totalCount: number;
}

/** JSON of a success; undefined for an empty body. */
export function readIntegration(answer: TransportAnswer): unknown {
  if (answer.status < 200 || answer.status > 299) throw answerFailure(answer);
  return parse(answer);
}

/** `data` of a classic envelope. A `200` whose `meta.rc` is not `ok` is a failure like any other. */
export function readClassic(answer: TransportAnswer): readonly VendorValue[] {
  if (answer.status < 200 || answer.status > 299) throw answerFailure(answer);
  const parsed = parse(answer);
  if (!isRecord(parsed) || !isRecord(parsed['meta'])) throw unreadableAnswer('console', answer.status);
  if (parsed['meta']['rc'] !== 'ok') throw answerFailure(answer);
  return rowsOf(parsed['data']);
}

/** One page of an integration list; anything else cannot be read. */
export function readPage(value: unknown): Page {
  if (!isRecord(value) || !Array.isArray(value['data'])) throw unreadableAnswer('console', 200);
  const total = Number(value['totalCount']);
  return { data: rowsOf(value['data']), totalCount: Number.isFinite(total) ? total : 0 };
}

/** The objects of a list; other values are left out. */
export const rowsOf = (value: unknown): readonly VendorValue[] =>
  (Array.isArray(value) ? value : []).filter(isRecord);

function parse(answer: TransportAnswer): unknown {
  if (answer.body.trim() === '') return undefined;
  try {
    return JSON.parse(answer.body);
  } catch {
    throw unreadableAnswer('console', answer.status);
  }
}
