import { storable } from '@patchbay/kernel/database';
import { PatchbayError } from '@patchbay/kernel/errors';
import { AdapterError, adapterFailure, type VendorValue } from '@patchbay/vendor-kit';
import { notVerified, outcomeUnknown } from '../../errors/index.ts';
import type { KeptOutput } from './kept-output.ts';

/** End of an attempt, as it is stored and answered. */
export interface AttemptResult {
  readonly outcome: 'succeeded' | 'failed' | 'unknown' | 'awaiting_confirmation' | 'reverted';
  readonly target_id: string | null;
  readonly before: VendorValue | null;
  readonly after: VendorValue | null;
  /** Its output; absent where there was none. */
  readonly output?: KeptOutput | null;
  readonly error: string | null;
  readonly error_type: string | null;
  /** Error for the caller; null when it succeeded. */
  readonly failure: unknown;
}

const MAX_ERROR_LENGTH = 500;
const NOT_VERIFIED = 'not_verified';

type Known = Pick<AttemptResult, 'target_id' | 'before' | 'after' | 'output'>;

export const succeeded = (known: Known): AttemptResult => ({
  ...known,
  outcome: 'succeeded',
  error: null,
  error_type: null,
  failure: null,
});

/** The device took it, as far as is known; it is rolled back unless it is confirmed. */
export const awaiting = ({
  target_id,
  before,
  after,
  output = null,
  error,
  error_type,
}: AttemptResult): AttemptResult => ({
  outcome: 'awaiting_confirmation',
  target_id,
  before,
  after,
  output,
  error,
  error_type,
  failure: null,
});

/** It was not confirmed in time, and the device shows the former value. */
export const reverted = (error: string, known: Known): AttemptResult => ({
  ...known,
  outcome: 'reverted',
  error: kept(error),
  error_type: 'not_confirmed',
  failure: null,
});

/** It was not confirmed in time, and it is unknown whether it stands. */
export const unknownEnd = (error: string, known: Known): AttemptResult => ({
  ...known,
  outcome: 'unknown',
  error: kept(error),
  error_type: 'not_taken_back',
  failure: null,
});

/** Whether the device may hold what was pushed, so that it must be taken back. */
export const mayStand = ({ outcome, error_type }: AttemptResult): boolean =>
  outcome !== 'failed' || error_type === NOT_VERIFIED;

/** Nothing reached the device, or it refused. */
export const failedBefore = (error: unknown, known: Known): AttemptResult => ({
  ...known,
  outcome: 'failed',
  ...described(error),
  failure: adapterFailure(error),
});

/** The push itself went wrong; only an adapter that says so knows that the device did not act. */
export const failedPush = (error: unknown, known: Known): AttemptResult =>
  error instanceof AdapterError && error.outcome !== 'unknown'
    ? failedBefore(error, known)
    : unknownAfter(error, known);

/** The device may have acted. */
export const unknownAfter = (error: unknown, known: Known): AttemptResult => {
  const { error: text, error_type } = described(error);
  const message = `${outcomeUnknown.message} (${text})`;
  return {
    ...known,
    outcome: 'unknown',
    error: text,
    error_type,
    failure: outcomeUnknown({ message, cause: error }),
  };
};

/** The device took the push and shows something else. */
export const mismatched = (mismatch: string, known: Known): AttemptResult => {
  const text = kept(mismatch);
  const failure = notVerified({ message: `${notVerified.message} (${text})` });
  return { ...known, outcome: 'failed', error: text, error_type: NOT_VERIFIED, failure };
};

/** Cut first: the cut may leave half of a character. */
const kept = (text: string): string => storable(text.slice(0, MAX_ERROR_LENGTH));

/** Text for people and a stable word; undeclared errors keep their text to themselves. */
function described(error: unknown): Pick<AttemptResult, 'error_type'> & { readonly error: string } {
  if (error instanceof AdapterError) return { error: kept(error.message), error_type: error.type };
  if (error instanceof PatchbayError)
    return {
      error: kept(error.message),
      error_type: error.declaration.type ?? error.id,
    };
  return { error: 'The adapter failed unexpectedly.', error_type: 'adapter_error' };
}
