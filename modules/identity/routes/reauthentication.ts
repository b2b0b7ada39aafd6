import { validationFailed } from '@patchbay/kernel/errors';
import { route } from '@patchbay/kernel/http';
import { oneself } from '@patchbay/kernel/permissions';
import { ProofReply } from '../contract/proofs.ts';
import { accountLocked, tooManyFailures, wrongPassword } from '../errors/accounts.ts';
import { totpUnavailable, wrongCode } from '../errors/mfa.ts';
import { ReauthenticationInput } from '../schemas/accounts.ts';
import { Reauthentication } from '../services/proofs/reauthentication.ts';

export const reauthenticate = route({
  id: 'auth.reauthenticate',
  method: 'POST',
  path: '/auth/reauthenticate',
  summary: 'Prove your identity again, for routes that a session may use only within five minutes of a proof',
  description:
    'Exactly one of `password` and `code`. Bound to this session; a sign-in counts too, a refresh does not. With a passkey: `POST /auth/passkeys/reauthentication`. Without a password or factor of their own here, people sign in anew.',
  access: oneself,
  proof: 'given',
  body: ReauthenticationInput,
  reply: ProofReply,
  errors: [wrongPassword, wrongCode, accountLocked, tooManyFailures, totpUnavailable],
  deps: { reauthentication: Reauthentication },
  handle: ({ body: { password, code }, principal, request, deps: { reauthentication } }) => {
    if (password !== undefined && code === undefined)
      return reauthentication.byPassword(principal, password, request.ip);
    if (code !== undefined && password === undefined)
      return reauthentication.byCode(principal, code, request.ip);
    const details = [
      password === undefined
        ? { field: 'password', message: 'Send password or code.', type: 'required' }
        : { field: 'code', message: 'Send password or code, not both.', type: 'exclusive' },
    ];
    throw validationFailed({ details });
  },
});
