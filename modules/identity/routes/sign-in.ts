import { CSRF_TOKENS, route } from '@patchbay/kernel/http';
import { SIGN_INS, SignInReply } from '../contract.ts';
import {
  accountLocked,
  refreshRefused,
  secondStepNeeded,
  secondStepUnavailable,
  tooManyFailures,
  unsupportedGrant,
  userInactive,
  wrongCredentials,
} from '../errors/accounts.ts';
import { GrantInput, LoginInput, RefreshInput, Tokens } from '../schemas/accounts.ts';
import { SignIn } from '../services/sign-in/sign-in.ts';
import { refreshCookieOf, setCookies } from '../services/sign-in/sign-in-cookies.ts';
import { TokenRotation } from '../services/tokens/token-rotation.ts';

const errors = [wrongCredentials, accountLocked, tooManyFailures, userInactive];

export const login = route({
  id: 'auth.login',
  method: 'POST',
  path: '/auth/login',
  summary: 'Sign in with login and password',
  description: 'Answers tokens and leaves them in cookies for browsers.',
  access: { public: 'signing in' },
  rate: 'auth',
  csrf: false,
  secretReply: true,
  body: LoginInput,
  reply: SignInReply,
  errors: [...errors, secondStepUnavailable],
  deps: { signIn: SignIn, signIns: SIGN_INS },
  handle: async ({ body, request, reply, deps }) => {
    const { login: name, password, remember_me = false } = body;
    const step = await deps.signIn.firstStep({ login: name, password, remember_me }, request);
    return deps.signIns.finish(step, request, reply);
  },
});

export const grant = route({
  id: 'auth.token',
  method: 'POST',
  path: '/auth/token',
  summary: 'OAuth2 password grant',
  access: { public: 'signing in' },
  rate: 'auth',
  csrf: false,
  secretReply: true,
  bodyKind: 'form_or_json',
  body: GrantInput,
  reply: Tokens,
  errors: [...errors, secondStepNeeded, unsupportedGrant],
  deps: { signIn: SignIn },
  handle: ({ body, request, deps }) => {
    if ((body.grant_type ?? 'password') !== 'password') throw unsupportedGrant();
    const { username, password } = body;
    return deps.signIn.grant({ login: username, password, remember_me: false }, request);
  },
});

export const refresh = route({
  id: 'auth.refresh',
  method: 'POST',
  path: '/auth/refresh',
  unaudited: 'a session goes on; its beginning and its end are recorded',
  summary: 'Trade a refresh token for a new pair',
  description:
    'Takes the token of the body, else of the cookie, which pages of other origins may not use. A refresh token works once. One that comes back later ends its session.',
  access: { public: 'the refresh token is the credential' },
  csrf: 'origin',
  secretReply: true,
  body: RefreshInput,
  reply: Tokens,
  errors: [refreshRefused, userInactive],
  deps: { rotation: TokenRotation, csrf: CSRF_TOKENS },
  handle: async ({ body, request, reply, deps }) => {
    const token = body.refresh_token ?? refreshCookieOf(request);
    if (token === undefined) throw refreshRefused();
    const pair = await deps.rotation.refresh(token);
    if (body.refresh_token === undefined) setCookies(reply, pair, deps.csrf);
    return pair;
  },
});
