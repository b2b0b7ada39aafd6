import { pageQuerySchema, pageSchema } from '@patchbay/kernel/database';
import { route } from '@patchbay/kernel/http';
import Type from 'typebox';
import { grantExists, roleTooHigh } from '../errors.ts';
import { BulkGrantInput, BulkGrantReply, BulkRevokeInput, GrantInput, GrantSchema } from '../schemas.ts';
import { SiteAccess } from '../services/site-access.ts';

const deps = { access: SiteAccess };
const orgAdmin = { role: 'org_admin' } as const;

export const listGrants = route({
  id: 'site_access.list',
  method: 'GET',
  path: '/organizations/{org_id}/site-access',
  summary: 'Which users are held to which sites',
  access: orgAdmin,
  query: pageQuerySchema({
    sort: ['created_at', 'expires_at'],
    extra: { user_id: Type.Optional(Type.String({ format: 'uuid' })) },
  }),
  reply: pageSchema(GrantSchema),
  deps,
  handle: ({ params, query, principal, deps: { access } }) => access.list(principal, params.org_id, query),
});

export const grantSite = route({
  id: 'site_access.grant',
  method: 'POST',
  path: '/organizations/{org_id}/site-access',
  summary: 'Hold a user to a site',
  description:
    'A user without grants sees every site; the first grant narrows to granted sites. A grant that expires takes its site away; revoking the last one lifts the restriction.',
  access: orgAdmin,
  body: GrantInput,
  reply: GrantSchema,
  status: 201,
  errors: [grantExists, roleTooHigh],
  deps,
  handle: ({ params, body, principal, deps: { access } }) => access.grant(principal, params.org_id, body),
});

export const grantSites = route({
  id: 'site_access.grant_bulk',
  method: 'POST',
  path: '/organizations/{org_id}/site-access/bulk',
  summary: 'Hold users to sites: all of these grants or none',
  access: orgAdmin,
  body: BulkGrantInput,
  reply: BulkGrantReply,
  status: 201,
  errors: [grantExists, roleTooHigh],
  deps,
  handle: async ({ params, body, principal, deps: { access } }) => ({
    items: [...(await access.grantAll(principal, params.org_id, body.grants))],
  }),
});

export const revokeGrant = route({
  id: 'site_access.revoke',
  method: 'DELETE',
  path: '/organizations/{org_id}/site-access/{grant_id}',
  summary: 'Revoke a grant',
  access: orgAdmin,
  status: 204,
  errors: [roleTooHigh],
  deps,
  handle: ({ params, principal, deps: { access } }) =>
    access.revoke(principal, params.org_id, params.grant_id),
});

export const revokeGrants = route({
  id: 'site_access.revoke_bulk',
  method: 'POST',
  path: '/organizations/{org_id}/site-access/revoke',
  summary: 'Revoke grants: all of these or none',
  access: orgAdmin,
  body: BulkRevokeInput,
  status: 204,
  errors: [roleTooHigh],
  deps,
  handle: ({ params, body, principal, deps: { access } }) =>
    access.revokeAll(principal, params.org_id, body.grant_ids),
});
