import { resource } from '@patchbay/kernel/http';
import { userTooHigh } from '../errors.ts';
import { LockedAccount, LockedAccountQuery } from '../schemas.ts';
import { LockedAccounts } from '../services/locked-accounts.ts';

const locked = resource({
  id: 'security.locked_accounts',
  path: '/security/locked-accounts',
  parameter: 'user_id',
  service: LockedAccounts,
  read: { permission: 'user:read' },
  write: { permission: 'user:write' },
  reply: LockedAccount,
});

export const listLockedAccounts = locked.list({
  id: 'security.locked_accounts',
  summary: 'Users whom failed guesses have locked out right now',
  query: LockedAccountQuery,
});

export const unlockAccount = locked.act('unlock', {
  id: 'security.unlock_account',
  summary: 'Let a locked user below your own role try again at once',
  status: 204,
  errors: [userTooHigh],
});
