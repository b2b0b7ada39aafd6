import { route } from '@patchbay/kernel/http';
import { emailTokenRefused, loginTaken } from '../errors/accounts.ts';
import { EmailConfirmationInput } from '../schemas/accounts.ts';
import { EmailConfirmation } from '../services/email/email-confirmation.ts';

export const confirmEmail = route({
  id: 'auth.confirm_email',
  method: 'POST',
  path: '/auth/email/confirm',
  summary: 'Confirm a new e-mail address with the token that was sent to it',
  description: 'From then on the address counts; the former one is notified.',
  access: { public: 'the token is the credential' },
  csrf: false,
  body: EmailConfirmationInput,
  status: 204,
  errors: [emailTokenRefused, loginTaken],
  deps: { confirmation: EmailConfirmation },
  handle: ({ body, request, deps }) => deps.confirmation.confirm(body.token, request.ip),
});
