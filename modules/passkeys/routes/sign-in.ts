import { route } from '@patchbay/kernel/http';
import { SignInReply, signInErrors } from '@patchbay/module-identity/contract';
import { notConfigured, passkeyRefused } from '../errors.ts';
import { RequestOptions, SecondStepInput, SecondStepStart, SignInInput } from '../schemas.ts';
import { PasskeySignIn } from '../services/passkey-sign-in.ts';

const deps = { signIn: PasskeySignIn };
const errors = [...signInErrors, passkeyRefused, notConfigured];
const BODY_LIMIT_BYTES = 65_536;

export const beginSecondStep = route({
  id: 'passkeys.begin_second_step',
  method: 'POST',
  path: '/auth/passkeys/second-step/options',
  unaudited: 'begins a sign-in; the sign-in is recorded',
  summary: 'Begin the second step of a sign-in with a passkey',
  access: { public: 'the mfa_token is the credential' },
  csrf: false,
  bodyLimitBytes: BODY_LIMIT_BYTES,
  body: SecondStepStart,
  reply: RequestOptions,
  errors,
  deps,
  handle: ({ body, request, deps: { signIn } }) => signIn.secondStepOptions(body.mfa_token, request),
});

export const secondStep = route({
  id: 'passkeys.second_step',
  method: 'POST',
  path: '/auth/passkeys/second-step',
  summary: 'End a sign-in with a passkey as its second step',
  description: 'Answers tokens and leaves them in cookies for browsers.',
  access: { public: 'the mfa_token is the credential' },
  csrf: false,
  secretReply: true,
  bodyLimitBytes: BODY_LIMIT_BYTES,
  body: SecondStepInput,
  reply: SignInReply,
  errors,
  deps,
  handle: ({ body, request, reply, deps: { signIn } }) => signIn.secondStep(body, request, reply),
});

export const beginSignIn = route({
  id: 'passkeys.begin_sign_in',
  method: 'POST',
  path: '/auth/passkeys/sign-in/options',
  unaudited: 'begins a sign-in; the sign-in is recorded',
  summary: 'Begin a sign-in with a passkey alone',
  access: { public: 'signing in' },
  csrf: false,
  reply: RequestOptions,
  errors: [notConfigured],
  deps,
  handle: ({ request, deps: { signIn } }) => signIn.options(request),
});

export const signInWithPasskey = route({
  id: 'passkeys.sign_in',
  method: 'POST',
  path: '/auth/passkeys/sign-in',
  summary: 'Sign in with a passkey alone',
  description: 'The passkey verifies its user, so no second step follows.',
  access: { public: 'signing in' },
  rate: 'auth',
  csrf: false,
  secretReply: true,
  bodyLimitBytes: BODY_LIMIT_BYTES,
  body: SignInInput,
  reply: SignInReply,
  errors,
  deps,
  handle: ({ body, request, reply, deps: { signIn } }) => signIn.signIn(body, request, reply),
});
