import { isDeepStrictEqual } from 'node:util';
import { validationFailed } from '@patchbay/kernel/errors';
import { REDACTED } from '@patchbay/kernel/telemetry';
import { assertFits, type RetryPolicy, type Step } from '../steps/sealed-steps.ts';

interface SentStep extends Partial<Pick<Step, 'on_failure'>> {
  readonly operation_id: string;
  readonly params?: Step['params'] | typeof REDACTED;
  readonly retry?: Partial<RetryPolicy>;
}

const DEFAULT_RETRY: RetryPolicy = { attempts: 3, delay_seconds: 10, otherwise: 'stop' };

/** Steps as sent; a marker in place of params keeps what the same step holds (DECISIONS 28). */
export function mergeSteps(
  sent: readonly SentStep[],
  stored: readonly Step[],
  field = 'steps',
): readonly Step[] {
  const merged = sent.map((step, index) => {
    const { operation_id, params = {} } = step;
    const policy = policyOf(step, `${field}.${index}.retry`);
    if (params !== REDACTED) return { operation_id, params: params as Step['params'], ...policy };
    const kept = stored[index];
    if (kept?.operation_id === operation_id) return { operation_id, ...paramsOf(kept), ...policy };
    throw refused(`${field}.${index}.params`, 'the marker keeps nothing here', 'redacted');
  });
  assertFits(JSON.stringify(merged), field);
  return merged;
}

const paramsOf = ({ params, params_of }: Step): Pick<Step, 'params' | 'params_of'> => ({
  params,
  ...(params_of === undefined ? {} : { params_of }),
});

/**
 * Merged steps as they are sealed when `author_id` becomes their author: params that a marker kept stay those of their
 * writer, so that their secrets are not seen by changing another step. `row` is the one whose steps were `stored`.
 */
export const attributed = (
  merged: readonly Step[],
  stored: readonly Step[],
  row: { readonly author_id: string },
  author_id: string,
): readonly Step[] =>
  merged.map(({ params_of, ...step }, index) => {
    // The same object only where it was kept: a sent one is another, however equal.
    const isKept = step.params === stored[index]?.params;
    const writer = isKept ? (params_of ?? row.author_id) : author_id;
    return writer === author_id ? step : { ...step, params_of: writer };
  });

function policyOf(
  { on_failure = 'stop', retry }: SentStep,
  field: string,
): Omit<Step, 'operation_id' | 'params'> {
  if (on_failure === 'retry') return { on_failure, retry: { ...DEFAULT_RETRY, ...retry } };
  if (retry === undefined) return { on_failure };
  throw refused(field, 'goes with on_failure "retry" only', 'not_allowed');
}

const refused = (field: string, message: string, type: string) =>
  validationFailed({ details: [{ field, message, type }] });

export const sameSteps = (a: readonly Step[], b: readonly Step[]): boolean => isDeepStrictEqual(a, b);
