import { isDeepStrictEqual } from 'node:util';
import { validationFailed } from '@patchbay/kernel/errors';
import type { Static } from 'typebox';
import { REDACTED, type StepInput } from '../schemas.ts';
import type { Step } from './sealed-steps.ts';

/** Steps as sent; a marker in place of params keeps what the same step holds (DECISIONS 28). */
export function mergeSteps(
  sent: readonly Static<typeof StepInput>[],
  stored: readonly Step[],
): readonly Step[] {
  return sent.map(({ operation_id, params = {}, on_failure = 'stop' }, index) => {
    if (params !== REDACTED) return { operation_id, params: params as Step['params'], on_failure };
    const kept = stored[index];
    if (kept?.operation_id === operation_id) return { operation_id, params: kept.params, on_failure };
    const field = `steps.${index}.params`;
    throw validationFailed({
      details: [{ field, message: 'the marker keeps nothing here', type: 'redacted' }],
    });
  });
}

export const sameSteps = (a: readonly Step[], b: readonly Step[]): boolean => isDeepStrictEqual(a, b);
