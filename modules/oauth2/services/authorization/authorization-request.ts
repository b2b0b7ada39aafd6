import type { PermissionMap, RoleName } from '@patchbay/kernel/permissions';
import type { AuthorizationParameters } from '../../schemas/protocol.ts';
import { askedScopes, scopesIn } from './asked-scopes.ts';
import { isChallenge } from './pkce.ts';

/** An error that is sent to the redirect URI (RFC 6749 4.1.2.1). */
export interface RequestRefusal {
  readonly error: 'invalid_request' | 'unsupported_response_type' | 'invalid_scope' | 'access_denied';
  readonly error_description: string;
}

/** A request that may be granted: its remaining scopes, and its challenge. */
export interface SoundRequest {
  readonly scopes: readonly string[];
  readonly code_challenge: string;
}

const refusal = (error: RequestRefusal['error'], error_description: string): RequestRefusal => ({
  error,
  error_description,
});

/** Judges a request whose redirect URI is proven: code flow with PKCE S256 for every client. */
export function judgeRequest(
  map: Pick<PermissionMap, 'isDeclared' | 'roleHolds'>,
  { response_type, code_challenge, code_challenge_method, scope }: AuthorizationParameters,
  allowed: readonly string[],
  role: RoleName,
): SoundRequest | RequestRefusal {
  if (response_type === undefined) return refusal('invalid_request', 'response_type is required');
  if (response_type !== 'code') return refusal('unsupported_response_type', 'response_type must be code');
  if (code_challenge === undefined) return refusal('invalid_request', 'code_challenge is required');
  if (code_challenge_method !== 'S256')
    return refusal('invalid_request', 'code_challenge_method must be S256');
  if (!isChallenge(code_challenge)) return refusal('invalid_request', 'code_challenge is no SHA-256');
  const outcome = askedScopes(map, scopesIn(scope), allowed, role);
  return 'refused' in outcome
    ? refusal('invalid_scope', outcome.refused)
    : { scopes: outcome.scopes, code_challenge };
}
