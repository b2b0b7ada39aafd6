import { pageSchema } from '@patchbay/kernel/database';
import { route } from '@patchbay/kernel/http';
import { ownerTooHigh } from '@patchbay/module-api-keys/contract';
import { ReportedKey, ReportedKeyQuery } from '../schemas.ts';
import { MemberKeys } from '../services/member-keys.ts';

const access = { permission: 'api_key:admin' } as const;
const deps = { keys: MemberKeys };

export const reportKeys = route({
  id: 'security.keys',
  method: 'GET',
  path: '/security/keys',
  summary: "List the organization's keys with their users and uses",
  access,
  query: ReportedKeyQuery,
  reply: pageSchema(ReportedKey),
  deps,
  handle: ({ query, principal, deps: { keys } }) => keys.report(principal, query),
});

export const revokeMemberKey = route({
  id: 'security.revoke_key',
  method: 'DELETE',
  path: '/security/keys/{key_id}',
  summary: 'Revoke a key of a user below your own role, at once',
  description: "One's own keys: `DELETE /api-keys/{key_id}`.",
  access,
  proof: 'required',
  status: 204,
  errors: [ownerTooHigh],
  deps,
  handle: ({ params, principal, deps: { keys } }) => keys.revoke(principal, params.key_id),
});
