import { route } from '@patchbay/kernel/http';
import { oneself } from '@patchbay/kernel/permissions';
import {
  accountLocked,
  loginTaken,
  noSession,
  tooManyEmailChanges,
  tooManyFailures,
  wrongPassword,
} from '../errors/accounts.ts';
import { PasswordChangeInput, ProfileInput, ProfileSchema } from '../schemas/accounts.ts';
import { PasswordChange } from '../services/passwords/password-change.ts';
import { Profiles } from '../services/people/profiles.ts';
import { clearCookies } from '../services/sign-in/sign-in-cookies.ts';
import { Sessions } from '../services/tokens/sessions.ts';

export const getMe = route({
  id: 'auth.me',
  method: 'GET',
  path: '/auth/me',
  summary: "The caller's profile and effective permissions",
  access: { authenticated: true },
  reply: ProfileSchema,
  deps: { profiles: Profiles },
  handle: ({ principal, deps }) => deps.profiles.get(principal),
});

export const patchMe = route({
  id: 'auth.update_me',
  method: 'PATCH',
  path: '/auth/me',
  summary: "Change the caller's profile",
  description:
    'A new e-mail address is `pending_email` until the token sent to it comes back (`POST /auth/email/confirm`); the present one is notified. Sending a pending address once more sends another mail, at most five an hour; sending the present address withdraws a pending one.',
  access: oneself,
  proof: { toChange: ['email'] },
  body: ProfileInput,
  reply: ProfileSchema,
  errors: [loginTaken, tooManyEmailChanges],
  deps: { profiles: Profiles },
  handle: ({ body, principal, request, deps }) => deps.profiles.change(principal, body, request),
});

export const logout = route({
  id: 'auth.logout',
  method: 'POST',
  path: '/auth/logout',
  summary: 'End the current session',
  access: oneself,
  status: 204,
  errors: [noSession],
  deps: { sessions: Sessions },
  handle: async ({ principal, reply, deps }) => {
    await deps.sessions.logout(principal);
    clearCookies(reply);
  },
});

export const logoutAll = route({
  id: 'auth.logout_all',
  method: 'POST',
  path: '/auth/logout-all',
  summary: 'End every session of the caller',
  access: oneself,
  status: 204,
  deps: { sessions: Sessions },
  handle: async ({ principal, reply, deps }) => {
    await deps.sessions.revokeAll(principal);
    clearCookies(reply);
  },
});

export const changePassword = route({
  id: 'auth.change_password',
  method: 'POST',
  path: '/auth/password/change',
  summary: "Change the caller's password; ends every session",
  access: oneself,
  proof: 'given',
  body: PasswordChangeInput,
  status: 204,
  errors: [wrongPassword, accountLocked, tooManyFailures],
  deps: { change: PasswordChange },
  handle: async ({ body, principal, reply, deps }) => {
    await deps.change.change(principal, body.current_password, body.new_password);
    clearCookies(reply);
  },
});
