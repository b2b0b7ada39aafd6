import type { Step } from '@patchbay/runs';
import { logOperation } from '../../operations/log.ts';

const INSTANT: ReadonlySet<string> = new Set([logOperation.id]);

/**
 * Steps without effects outside the run: a repetition cannot be noticed. A run of only these needs no record
 * before its end.
 */
export const areEffectFree = (steps: readonly Pick<Step, 'operation_id'>[]): boolean =>
  steps.every(({ operation_id }) => INSTANT.has(operation_id));
