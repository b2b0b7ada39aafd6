import { csrfFailed, route } from '@patchbay/kernel/http';
import {
  invalidClient,
  invalidGrant,
  invalidRequest,
  invalidScope,
  unsupportedGrantType,
} from '../errors.ts';
import { Introspection, PresentedToken, TokenForm, TokenReply } from '../schemas/protocol.ts';
import { clientCredentials, clientRefused } from '../services/applications/client-credentials.ts';
import { Clients } from '../services/applications/clients.ts';
import { CodeExchange } from '../services/tokens/code-exchange.ts';
import { Introspections } from '../services/tokens/introspections.ts';
import { RefreshExchange } from '../services/tokens/refresh-exchange.ts';
import { TokenRevocation } from '../services/tokens/token-revocation.ts';
import { issuerAt } from './server-metadata.ts';

/** Forms of the RFCs, their errors, and nothing read that they do not name (DECISIONS 17). */
const protocol = {
  method: 'POST',
  bodyKind: 'form',
  bodyLimitBytes: 65_536,
  lenient: true,
  errorShape: 'oauth2',
} as const;

export const exchangeToken = route({
  ...protocol,
  id: 'oauth2.token',
  path: '/oauth2/token',
  summary: 'Trade a code or a refresh token for tokens',
  description:
    'RFC 6749 4.1.3 and 6 with RFC 7636. Clients authenticate by `client_secret_basic` or `client_secret_post`, public ones by `client_id` and PKCE. A code or refresh token works once; one that comes again ends the grant with all its tokens, even when both came at once.',
  access: { public: 'clients authenticate themselves' },
  secretReply: true,
  body: TokenForm,
  reply: TokenReply,
  errors: [invalidClient, invalidGrant, invalidRequest, invalidScope, unsupportedGrantType, csrfFailed],
  deps: { clients: Clients, codes: CodeExchange, refreshes: RefreshExchange },
  handle: async ({ body, request, deps }) => {
    const client = await deps.clients.authenticate(clientCredentials(request.header('authorization'), body));
    if (body.grant_type === 'authorization_code') return deps.codes.redeem(client, body);
    if (body.grant_type === 'refresh_token') return deps.refreshes.rotate(client, body);
    throw unsupportedGrantType();
  },
});

export const revokeToken = route({
  ...protocol,
  id: 'oauth2.revoke',
  path: '/oauth2/revoke',
  summary: "Give back one of the client's own tokens",
  description:
    'RFC 7009. With a refresh token every token of the same code ends. Answers 200 for a token that is unknown or of another client too.',
  access: { public: 'clients authenticate themselves' },
  body: PresentedToken,
  status: 200,
  errors: [invalidClient, invalidRequest, csrfFailed],
  deps: { clients: Clients, revocation: TokenRevocation },
  handle: async ({ body, request, deps }) => {
    const client = await deps.clients.authenticate(clientCredentials(request.header('authorization'), body));
    await deps.revocation.revoke(client, body.token);
  },
});

export const introspectToken = route({
  ...protocol,
  id: 'oauth2.introspect',
  path: '/oauth2/introspect',
  unaudited: 'reads what a token may',
  summary: 'Introspect a token',
  description:
    'RFC 7662. Confidential clients ask about their own tokens; users with an unscoped credential about tokens that act for them, org_admin and above about those of their organization. Everything else is `{"active": false}`.',
  access: { public: 'clients authenticate themselves; users come with their own credential' },
  body: PresentedToken,
  reply: Introspection,
  errors: [invalidClient, invalidRequest, csrfFailed],
  deps: { clients: Clients, introspections: Introspections },
  handle: async ({ body, principal, request, deps }) => {
    const issuer = issuerAt(request.base_url);
    const credentials = clientCredentials(request.header('authorization'), body);
    if (credentials === null && principal !== null)
      return deps.introspections.forPrincipal(principal, body.token, issuer);
    const client = await deps.clients.authenticate(credentials);
    if (!client.confidential) throw clientRefused();
    return deps.introspections.forClient(client, body.token, issuer);
  },
});
