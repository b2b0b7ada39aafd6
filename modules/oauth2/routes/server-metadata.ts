import { API_BASE } from '@patchbay/kernel/http';
import type { PermissionMap } from '@patchbay/kernel/permissions';
import type { Metadata } from '../schemas/protocol.ts';

/** Issuer of tokens, as clients must spell it (DECISIONS 17); `base_url` is the platform's public address. */
export const issuerAt = (base_url: string): string => `${base_url}${API_BASE}/oauth2`;

const CLIENT_AUTHENTICATION = ['client_secret_basic', 'client_secret_post'];

/** Metadata for clients (RFC 8414). */
export function metadataAt(
  base_url: string,
  { declarations }: Pick<PermissionMap, 'declarations'>,
): Metadata {
  const issuer = issuerAt(base_url);
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    revocation_endpoint: `${issuer}/revoke`,
    introspection_endpoint: `${issuer}/introspect`,
    scopes_supported: declarations.map(({ id }) => id).sort(),
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: [...CLIENT_AUTHENTICATION, 'none'],
    revocation_endpoint_auth_methods_supported: [...CLIENT_AUTHENTICATION, 'none'],
    introspection_endpoint_auth_methods_supported: CLIENT_AUTHENTICATION,
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
  };
}
