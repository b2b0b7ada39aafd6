import { route } from '@patchbay/kernel/http';
import { oneself } from '@patchbay/kernel/permissions';
import { redirectUriMismatch, sessionNeeded } from '../errors.ts';
import { AuthorizationQuery, Consent, Decision, Redirect } from '../schemas/protocol.ts';
import { Consents } from '../services/authorization/consents.ts';
import { issuerAt } from './server-metadata.ts';

const deps = { consents: Consents };
const errors = [redirectUriMismatch, sessionNeeded];

export const askConsent = route({
  id: 'oauth2.authorize',
  method: 'GET',
  path: '/oauth2/authorize',
  summary: 'Get the request of an application to the signed-in user',
  description:
    'Code flow with PKCE S256. Until the redirect_uri is proven errors are answered here; afterwards `redirect_to` carries them to the application (RFC 6749 4.1.2.1). Scopes that the user does not hold are left out, as RFC 6749 3.3 allows; unknown ones, wildcards and those that are not registered refuse the request.',
  access: oneself,
  lenient: true,
  query: AuthorizationQuery,
  reply: Consent,
  errors,
  deps,
  handle: ({ query, principal, request, deps: { consents } }) =>
    consents.describe(principal, query, issuerAt(request.base_url)),
});

export const decideConsent = route({
  id: 'oauth2.authorize.decide',
  method: 'POST',
  path: '/oauth2/authorize',
  summary: 'Approve or deny the request of an application',
  description: 'Takes the `request` of the consent with the decision, and answers where to send the user.',
  access: oneself,
  proof: 'required',
  secretReply: true,
  body: Decision,
  reply: Redirect,
  errors,
  deps,
  handle: ({ body, principal, request, deps: { consents } }) =>
    consents.decide(principal, body, issuerAt(request.base_url)),
});
