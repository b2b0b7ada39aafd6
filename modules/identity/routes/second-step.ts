import { route } from '@patchbay/kernel/http';
import { SIGN_INS, SignInReply } from '../contract.ts';
import { accountLocked, mfaTokenRefused, tooManyFailures, userInactive } from '../errors/accounts.ts';
import { secondStepRefused, totpUnavailable } from '../errors/mfa.ts';
import { SecondStepInput } from '../schemas/mfa.ts';
import { SecondStep } from '../services/mfa/second-step.ts';

export const loginMfa = route({
  id: 'auth.login_mfa',
  method: 'POST',
  path: '/auth/login/mfa',
  summary: 'Take the second step of a sign-in with a code',
  description: 'Takes a code of the authenticator app or a backup code; each works once.',
  access: { public: 'signing in' },
  rate: 'auth',
  csrf: false,
  secretReply: true,
  body: SecondStepInput,
  reply: SignInReply,
  errors: [mfaTokenRefused, secondStepRefused, accountLocked, tooManyFailures, userInactive, totpUnavailable],
  deps: { signIns: SIGN_INS, step: SecondStep },
  handle: async ({ body, request, reply, deps: { signIns, step } }) => {
    const pending = await signIns.pending(body.mfa_token);
    const method = await step.take(pending, body.code, request.ip);
    if (method === null) throw secondStepRefused();
    return signIns.finishSecond(pending, method, request, reply);
  },
});
