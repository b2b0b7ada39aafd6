import { route } from '@patchbay/kernel/http';
import { loginTaken, registrationDisabled } from '../errors/accounts.ts';
import { RegistrationInput, SetupReply } from '../schemas/accounts.ts';
import { Registration } from '../services/people/registration.ts';

export const register = route({
  id: 'auth.register',
  method: 'POST',
  path: '/auth/register',
  summary: "Make an organization of one's own, with its first administrator",
  description: 'Open only where ALLOW_REGISTRATION is true.',
  access: { public: 'a new user has no account yet' },
  rate: 'auth',
  csrf: false,
  body: RegistrationInput,
  reply: SetupReply,
  status: 201,
  errors: [registrationDisabled, loginTaken],
  deps: { registration: Registration },
  handle: ({ body, request, deps }) => deps.registration.register(body, request.ip),
});
