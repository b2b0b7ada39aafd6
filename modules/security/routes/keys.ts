import { resource } from '@patchbay/kernel/http';
import { ownerTooHigh } from '@patchbay/module-api-keys/contract';
import { ReportedKey, ReportedKeyQuery } from '../schemas.ts';
import { MemberKeys } from '../services/member-keys.ts';

const access = { permission: 'api_key:admin' } as const;

const keys = resource({
  id: 'security.keys',
  path: '/security/keys',
  parameter: 'key_id',
  service: MemberKeys,
  read: access,
  write: access,
  reply: ReportedKey,
});

export const reportKeys = keys.list({
  id: 'security.keys',
  summary: "List the organization's keys with their users and uses",
  query: ReportedKeyQuery,
});

export const revokeMemberKey = keys.remove({
  id: 'security.revoke_key',
  summary: 'Revoke a key of a user below your own role, at once',
  description: "One's own keys: `DELETE /api-keys/{key_id}`.",
  proof: 'required',
  errors: [ownerTooHigh],
});
