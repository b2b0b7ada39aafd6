import { withFallback } from '@patchbay/kernel/concurrency';
import { type Finding, fail } from './finding.ts';

/** The findings of one check, or that it took too long: its subject may hang for ever. */
export const withTimeLimit = (
  check: string,
  timeoutMs: number,
  look: () => Promise<readonly Finding[]>,
): Promise<readonly Finding[]> =>
  withFallback(timeoutMs, look(), () => [
    fail(check, `no answer within ${timeoutMs / 1_000} s`, 'Check the service behind it.'),
  ]);
