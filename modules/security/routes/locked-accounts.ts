import { pageSchema } from '@patchbay/kernel/database';
import { route } from '@patchbay/kernel/http';
import { userTooHigh } from '../errors.ts';
import { LockedAccount, LockedAccountQuery } from '../schemas.ts';
import { LockedAccounts } from '../services/locked-accounts.ts';

const deps = { locked: LockedAccounts };

export const listLockedAccounts = route({
  id: 'security.locked_accounts',
  method: 'GET',
  path: '/security/locked-accounts',
  summary: 'Users whom failed guesses have locked out right now',
  access: { permission: 'user:read' },
  query: LockedAccountQuery,
  reply: pageSchema(LockedAccount),
  deps,
  handle: ({ query, principal, deps: { locked } }) => locked.list(principal, query),
});

export const unlockAccount = route({
  id: 'security.unlock_account',
  method: 'POST',
  path: '/security/locked-accounts/{user_id}/unlock',
  summary: 'Let a locked user below your own role try again at once',
  access: { permission: 'user:write' },
  status: 204,
  errors: [userTooHigh],
  deps,
  handle: ({ params, principal, deps: { locked } }) => locked.unlock(principal, params.user_id),
});
