import type { Step } from '@patchbay/runs';
import { logOperation } from '../../operations/log.ts';

const INSTANT: ReadonlySet<string> = new Set([logOperation.id]);

/**
 * Steps that touch nothing outside the run: carried out twice, nobody could tell. A run of only these needs
 * no record before its end.
 */
export const isInstant = (steps: readonly Pick<Step, 'operation_id'>[]): boolean =>
  steps.every(({ operation_id }) => INSTANT.has(operation_id));
