import { route } from '@patchbay/kernel/http';
import { resetTokenRefused } from '../errors/accounts.ts';
import { PasswordResetInput, ResetRequestInput } from '../schemas/accounts.ts';
import { PasswordReset } from '../services/recovery/password-reset.ts';
import { ResetRequests } from '../services/recovery/reset-requests.ts';

export const requestPasswordReset = route({
  id: 'auth.request_password_reset',
  method: 'POST',
  path: '/auth/password/reset-request',
  unaudited: 'proves nothing and changes nothing; the reset itself is recorded',
  summary: 'Ask for a mail that lets one choose a new password',
  description: 'Answers the same, and as fast, whether there is such a user or not.',
  access: { public: 'a user who forgot the password cannot sign in' },
  rate: 'auth',
  csrf: false,
  body: ResetRequestInput,
  status: 202,
  deps: { requests: ResetRequests },
  handle: ({ body, request, deps }) => {
    deps.requests.accept({ email: body.email, ip: request.ip, base_url: request.base_url });
  },
});

export const resetPassword = route({
  id: 'auth.reset_password',
  method: 'POST',
  path: '/auth/password/reset',
  summary: 'Choose a new password with the token of a reset mail',
  description: 'Ends every session; second factors and locks stay as they are.',
  access: { public: 'the token is the credential' },
  csrf: false,
  body: PasswordResetInput,
  status: 204,
  errors: [resetTokenRefused],
  deps: { passwords: PasswordReset },
  handle: ({ body, request, deps }) => deps.passwords.reset(body, request.ip),
});
