import { pageQuerySchema } from '@patchbay/kernel/database';
import { resource } from '@patchbay/kernel/http';
import { oneself } from '@patchbay/kernel/permissions';
import { GrantSchema } from '../schemas/applications.ts';
import { Grants } from '../services/grants/grants.ts';

const grants = resource({
  id: 'oauth2.grants',
  path: '/oauth2/grants',
  parameter: 'grant_id',
  service: Grants,
  read: oneself,
  write: oneself,
  reply: GrantSchema,
});

export const listGrants = grants.list({
  summary: 'Applications that the caller lets act',
  query: pageQuerySchema({ sort: ['created_at', 'last_used_at', 'updated_at'] }),
});

export const revokeGrant = grants.remove({
  id: 'oauth2.grants.revoke',
  summary: 'Let an application act no longer; all its tokens end at once',
});
