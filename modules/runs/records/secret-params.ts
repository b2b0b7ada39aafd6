import { isDeepStrictEqual } from 'node:util';
import { holdsAddress } from './hidden-params.ts';
import { redactedParams } from './redacted-values.ts';

/**
 * Whether params hold a credential, a header or an address that grants access: a user who takes the other steps
 * over, and keeps these by their marker, does not get to see them (RULES R17, R21).
 */
export const holdsSecrets = (params: unknown): boolean =>
  holdsAddress(params) || !isDeepStrictEqual(redactedParams(params), params);

interface Kept {
  readonly params: unknown;
  readonly params_of?: string | undefined;
}

/** Whether the author of all may see the params of this step: those kept of another author without secrets. */
export const isForAuthor = ({ params, params_of }: Kept): boolean =>
  params_of === undefined || !holdsSecrets(params);
