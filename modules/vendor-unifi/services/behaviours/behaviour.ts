import {
  AdapterError,
  type Applied,
  type ChangeOperation,
  notSent,
  type Push,
  type ReviewedWrite,
  type VendorValue,
  type Verification,
} from '@patchbay/vendor-kit';
import type { TSchema } from 'typebox';
import type { UnifiClient } from '../exchange/unifi-client.ts';
import { holdsField } from '../writes/same-value.ts';

/** The part of a client that features use. */
export type UnifiAccess = Pick<UnifiClient, 'call' | 'page' | 'sites'>;

/** Reads and writes of one row of the table; staged feature and session are made of it. */
export interface Behaviour {
  payload(operation: ChangeOperation): TSchema;
  apply(access: UnifiAccess, push: Push): Promise<Applied>;
  /** The live object as the product answers it, secrets included; null when it is absent. */
  find?(access: UnifiAccess, target_id: string | null): Promise<VendorValue | null>;
  verify?(access: UnifiAccess, push: Push, applied: Applied): Promise<Verification>;
  list?(access: UnifiAccess): Promise<readonly VendorValue[]>;
  /** The part of an object that is configuration, for people and for the inventory. */
  shown?(value: VendorValue): VendorValue;
  /** The `target_id` of a value. */
  identify?(value: VendorValue): string | null;
  readonly singleton?: boolean;
  /** Keys of the features whose writes it carries; null when they are unknown. */
  carries?(write: ReviewedWrite): readonly string[] | null;
}

const UUID_PATTERN = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const OBJECT_ID_PATTERN = /^[0-9a-f]{24}$/i;

/** Ids become part of a path, so nothing else than an id may stand there. */
export const uuidOf = (id: string | null): string => checkedId(id, UUID_PATTERN);
export const objectIdOf = (id: string | null): string => checkedId(id, OBJECT_ID_PATTERN);

function checkedId(id: string | null, pattern: RegExp): string {
  if (id === null) throw notSent('The change names no object.');
  if (!pattern.test(id)) throw notSent('not an id of the controller', 'adapter_not_found');
  return id;
}

/** Absence is an answer, not a failure. */
export async function orNull<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AdapterError && error.type === 'adapter_not_found') return null;
    throw error;
  }
}

/** Result of reading a push back; `left_out` are keys of the payload that are no fields of the object. */
export function verdict(
  { operation, payload }: Push,
  live: VendorValue | null,
  left_out: ReadonlySet<string> = new Set(),
): Verification {
  if (operation === 'delete')
    return live === null
      ? { holds: true, value: null }
      : { holds: false, value: live, mismatch: 'The object is still there.' };
  if (live === null) return { holds: false, value: null, mismatch: 'The object is not there.' };
  const wrong = Object.entries(payload)
    .filter(([name, sent]) => !left_out.has(name) && !holdsField(name, sent, live))
    .map(([name]) => name);
  return wrong.length === 0
    ? { holds: true, value: live }
    : { holds: false, value: live, mismatch: `Not as sent: ${wrong.join(', ')}.` };
}

export const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null;
