import { pageQuerySchema, pageSchema } from '@patchbay/kernel/database';
import { route } from '@patchbay/kernel/http';
import { quotaExceeded, siteInUse, slugTaken } from '../errors.ts';
import { SiteInput, SitePatch, SiteSchema } from '../schemas.ts';
import { Sites } from '../services/sites.ts';

const deps = { sites: Sites };
const read = { permission: 'site:read' } as const;
const write = { permission: 'site:write' } as const;

export const listSites = route({
  id: 'sites.list',
  method: 'GET',
  path: '/sites',
  summary: 'Sites the caller may see, with how many devices each has',
  access: read,
  query: pageQuerySchema({ sort: ['name', 'slug', 'created_at', 'updated_at'], most: 100 }),
  reply: pageSchema(SiteSchema),
  deps,
  handle: ({ query, principal, deps: { sites } }) => sites.list(principal, query),
});

export const createSite = route({
  id: 'sites.create',
  method: 'POST',
  path: '/sites',
  summary: 'Create a site',
  description: 'Without a slug one is derived from the name, with a suffix if it is taken.',
  access: write,
  body: SiteInput,
  reply: SiteSchema,
  status: 201,
  errors: [slugTaken, quotaExceeded],
  deps,
  handle: ({ body, principal, deps: { sites } }) => sites.create(principal, body),
});

export const getSite = route({
  id: 'sites.get',
  method: 'GET',
  path: '/sites/{site_id}',
  summary: 'One site',
  access: read,
  reply: SiteSchema,
  deps,
  handle: ({ params, principal, deps: { sites } }) => sites.get(principal, params.site_id),
});

export const updateSite = route({
  id: 'sites.update',
  method: 'PATCH',
  path: '/sites/{site_id}',
  summary: 'Change a site',
  access: write,
  reach: 'sites',
  body: SitePatch,
  reply: SiteSchema,
  errors: [slugTaken],
  deps,
  handle: ({ params, body, principal, request, deps: { sites } }) =>
    sites.update(principal, params.site_id, body, request.if_match),
});

export const deleteSite = route({
  id: 'sites.delete',
  method: 'DELETE',
  path: '/sites/{site_id}',
  summary: 'Delete a site that holds no equipment',
  access: write,
  reach: 'sites',
  status: 204,
  errors: [siteInUse],
  deps,
  handle: ({ params, principal, request, deps: { sites } }) =>
    sites.remove(principal, params.site_id, request.if_match),
});
