import { PatchbayError, unavailable } from '@patchbay/kernel/errors';
import { OutboundFailure } from '@patchbay/kernel/outbound';
import { noDatabase } from '../errors.ts';
import { redactedText } from '../records/redacted-values.ts';
import type { StepError } from '../records/step-record.ts';

const MAX_MESSAGE = 1_000;

/** A failure as the run keeps it: a code and a sentence, never a stack. */
export function stepErrorOf(error: unknown): StepError {
  if (error instanceof PatchbayError) {
    const fields = error.details?.map(({ field, message }) => `${field} ${message}`).join('; ');
    const message = fields ? `${error.message} ${fields}` : error.message;
    return { type: error.declaration.type ?? error.id, message: redactedText(message.slice(0, MAX_MESSAGE)) };
  }
  if (error instanceof OutboundFailure) return { type: error.code, message: error.message };
  return { type: 'internal', message: 'The operation failed.' };
}

/**
 * True when our own database could not answer. The kernel keeps what the database said as the cause; an
 * `unavailable` without one says that something is switched off or full.
 */
export const isDatabaseGone = (error: unknown): boolean =>
  error instanceof PatchbayError && unavailable.matches(error) && error.cause !== undefined;

/** Refusals that no later try of the same step would escape. */
const LASTING: ReadonlySet<string> = new Set([
  'invalid',
  'unauthenticated',
  'forbidden',
  'not_found',
  'unprocessable',
  'too_large',
  'not_implemented',
]);

/** Whether trying again may help. */
export const mayPass = (error: unknown): boolean =>
  !(error instanceof PatchbayError && LASTING.has(error.declaration.kind));

/** For operations that stage: an unreachable database has its own code (SPEC 7). */
export const asExecutorError = (error: unknown): unknown =>
  unavailable.matches(error) ? noDatabase({ cause: error }) : error;
