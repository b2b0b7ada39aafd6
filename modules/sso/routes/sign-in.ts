import { route } from '@patchbay/kernel/http';
import {
  accountLocked,
  SIGN_INS,
  SignInReply,
  userInactive,
  wrongCredentials,
} from '@patchbay/module-identity/contract';
import {
  notAdmitted,
  providerUnreachable,
  samlNotImplemented,
  severalDirectories,
  signInRefused,
} from '../errors.ts';
import {
  AuthorizeInput,
  AuthorizeReply,
  Buttons,
  ButtonsQuery,
  CallbackInput,
  LdapInput,
  SamlQuery,
} from '../schemas/sign-in.ts';
import { LdapSignIn } from '../services/ldap/ldap-sign-in.ts';
import { OidcSignIn } from '../services/oidc/oidc-sign-in.ts';
import { ProviderLookup } from '../services/providers/provider-lookup.ts';
import { SamlLogin } from '../services/saml/saml-login.ts';

const access = { public: 'signing in' } as const;
const API = '/api/v1/auth/sso';

const BEGINNINGS = {
  oidc: () => `${API}/oidc/authorize`,
  ldap: () => `${API}/ldap/authenticate`,
  saml: (id: string) => `${API}/saml/login?provider_id=${id}`,
} as const;

export const providerButtons = route({
  id: 'sso.providers.public',
  method: 'GET',
  path: '/auth/sso/providers/public',
  summary: 'Ways to sign in to an organization',
  description: 'An organization that does not exist has none.',
  access,
  query: ButtonsQuery,
  reply: Buttons,
  deps: { lookup: ProviderLookup },
  handle: async ({ query, deps: { lookup } }) => {
    const found = await lookup.buttons(query.organization_slug);
    return { items: found.map((each) => ({ ...each, authorize_path: BEGINNINGS[each.kind](each.id) })) };
  },
});

export const oidcAuthorize = route({
  id: 'sso.oidc.authorize',
  method: 'POST',
  path: '/auth/sso/oidc/authorize',
  unaudited: 'begins a sign-in; the sign-in is recorded',
  summary: 'Begin a login at an OIDC provider',
  description: 'Browsers get a cookie that the callback must bring along.',
  access,
  body: AuthorizeInput,
  reply: AuthorizeReply,
  errors: [providerUnreachable],
  deps: { signIn: OidcSignIn },
  handle: ({ body, request, reply, deps: { signIn } }) => signIn.authorize(body, request, reply),
});

export const oidcCallback = route({
  id: 'sso.oidc.callback',
  method: 'POST',
  path: '/auth/sso/oidc/callback',
  summary: 'End a login at an OIDC provider with the code that came back',
  access,
  csrf: false,
  secretReply: true,
  body: CallbackInput,
  reply: SignInReply,
  errors: [signInRefused, notAdmitted, userInactive, providerUnreachable],
  deps: { signIn: OidcSignIn, signIns: SIGN_INS },
  handle: async ({ body, request, reply, deps: { signIn, signIns } }) =>
    signIns.finish(await signIn.callback(body, request), request, reply),
});

export const ldapAuthenticate = route({
  id: 'sso.ldap.authenticate',
  method: 'POST',
  path: '/auth/sso/ldap/authenticate',
  summary: 'Sign in with login and password of a directory',
  access,
  rate: 'auth',
  csrf: false,
  secretReply: true,
  body: LdapInput,
  reply: SignInReply,
  errors: [
    wrongCredentials,
    accountLocked,
    userInactive,
    notAdmitted,
    severalDirectories,
    providerUnreachable,
  ],
  deps: { signIn: LdapSignIn, signIns: SIGN_INS },
  handle: async ({ body, request, reply, deps: { signIn, signIns } }) =>
    signIns.finish(await signIn.firstStep(body, request.ip), request, reply),
});

export const samlLogin = route({
  id: 'sso.saml.login',
  method: 'GET',
  path: '/auth/sso/saml/login',
  summary: 'Go to a SAML identity provider',
  access,
  query: SamlQuery,
  status: 302,
  produces: 'text/plain; charset=utf-8',
  deps: { saml: SamlLogin },
  handle: async ({ query, request, reply, deps: { saml } }) => {
    const answer_url = `${request.base_url}${API}/saml/callback`;
    reply.header('Location', await saml.begin(query.provider_id, answer_url));
    return 'The identity provider asks for the login.';
  },
});

export const samlCallback = route({
  id: 'sso.saml.callback',
  method: 'POST',
  path: '/auth/sso/saml/callback',
  summary: 'Answers of SAML identity providers are not taken',
  access,
  csrf: false,
  errors: [samlNotImplemented],
  handle: () => {
    throw samlNotImplemented();
  },
});
