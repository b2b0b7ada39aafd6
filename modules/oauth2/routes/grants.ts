import { pageQuerySchema, pageSchema } from '@patchbay/kernel/database';
import { route } from '@patchbay/kernel/http';
import { GrantSchema } from '../schemas/applications.ts';
import { Grants } from '../services/grants/grants.ts';

const deps = { grants: Grants };
const access = { role: 'guest', unscoped: true } as const;

export const listGrants = route({
  id: 'oauth2.grants.list',
  method: 'GET',
  path: '/oauth2/grants',
  summary: 'Applications that the caller lets act',
  access,
  query: pageQuerySchema({ sort: ['created_at', 'last_used_at', 'updated_at'] }),
  reply: pageSchema(GrantSchema),
  deps,
  handle: ({ query, principal, deps: { grants } }) => grants.list(principal, query),
});

export const revokeGrant = route({
  id: 'oauth2.grants.revoke',
  method: 'DELETE',
  path: '/oauth2/grants/{grant_id}',
  summary: 'Let an application act no longer; all its tokens end at once',
  access,
  status: 204,
  deps,
  handle: ({ params, principal, deps: { grants } }) => grants.revoke(principal, params.grant_id),
});
