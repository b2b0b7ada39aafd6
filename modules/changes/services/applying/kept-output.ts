import { storable } from '@patchbay/kernel/database';
import type { StagedFeature, VendorValue } from '@patchbay/vendor-kit';
import { withoutSecrets } from '../staging/secret-fields.ts';

/** As JSON, in characters; people read the output of a diagnosis. */
export const MAX_OUTPUT = 65_536;

/** Output of a push, as its attempt keeps it. */
export interface KeptOutput {
  readonly value: unknown;
  /** The rest was cut off. */
  readonly is_truncated: boolean;
}

/** Without secrets and at most `MAX_OUTPUT` characters: of a list the first rows, of everything else the first text. */
export function keptOutput(output: unknown, feature: StagedFeature): KeptOutput | null {
  if (output === undefined || output === null) return null;
  const value: unknown = withoutSecrets(storable({ output }) as VendorValue, feature)['output'];
  if (sizeOf(value) <= MAX_OUTPUT) return { value, is_truncated: false };
  return { value: Array.isArray(value) ? firstOf(value) : textOf(value), is_truncated: true };
}

const sizeOf = (value: unknown): number => JSON.stringify(value)?.length ?? 0;

function firstOf(rows: readonly unknown[]): readonly unknown[] {
  let room = MAX_OUTPUT - 2;
  const end = rows.findIndex((row) => {
    room -= sizeOf(row) + 1;
    return room < 0;
  });
  return end === -1 ? rows : rows.slice(0, end);
}

/** Half of it at least fits whatever has to be escaped; the cut may leave half of a character. */
function textOf(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  let cut = text.slice(0, MAX_OUTPUT).toWellFormed();
  while (sizeOf(cut) > MAX_OUTPUT) cut = cut.slice(0, Math.floor(cut.length / 2)).toWellFormed();
  return cut;
}
