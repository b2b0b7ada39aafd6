import { pageQuerySchema, pageSchema } from '@patchbay/kernel/database';
import { conflict } from '@patchbay/kernel/errors';
import { route } from '@patchbay/kernel/http';
import { organizationSlugTaken } from '@patchbay/module-identity/contract';
import { mfaMissing, ownOrganization, platformOnly } from '../errors.ts';
import { DashboardSchema, OrganizationInput, OrganizationPatch, OrganizationSchema } from '../schemas.ts';
import { Organizations } from '../services/organizations.ts';

const deps = { organizations: Organizations };
const orgAdmin = { role: 'org_admin' } as const;
const superAdmin = { role: 'super_admin' } as const;

export const listOrganizations = route({
  id: 'organizations.list',
  method: 'GET',
  path: '/organizations',
  summary: 'The own organization; all of them for super administrators',
  access: orgAdmin,
  query: pageQuerySchema({ sort: ['name', 'slug', 'created_at', 'updated_at'] }),
  reply: pageSchema(OrganizationSchema),
  deps,
  handle: ({ query, principal, deps: { organizations } }) => organizations.list(principal, query),
});

export const createOrganization = route({
  id: 'organizations.create',
  method: 'POST',
  path: '/organizations',
  summary: 'Create an organization',
  access: superAdmin,
  body: OrganizationInput,
  reply: OrganizationSchema,
  status: 201,
  errors: [conflict, organizationSlugTaken],
  deps,
  handle: ({ body, principal, deps: { organizations } }) => organizations.create(principal, body),
});

export const getOrganization = route({
  id: 'organizations.get',
  method: 'GET',
  path: '/organizations/{org_id}',
  summary: 'One organization',
  access: orgAdmin,
  reply: OrganizationSchema,
  deps,
  handle: ({ params, principal, deps: { organizations } }) => organizations.get(principal, params.org_id),
});

export const updateOrganization = route({
  id: 'organizations.update',
  method: 'PATCH',
  path: '/organizations/{org_id}',
  summary: 'Change an organization',
  access: orgAdmin,
  body: OrganizationPatch,
  reply: OrganizationSchema,
  errors: [conflict, organizationSlugTaken, mfaMissing, ownOrganization, platformOnly],
  deps,
  handle: ({ params, body, principal, request, deps: { organizations } }) =>
    organizations.update(principal, params.org_id, body, request.if_match),
});

export const deleteOrganization = route({
  id: 'organizations.delete',
  method: 'DELETE',
  path: '/organizations/{org_id}',
  summary: 'Delete another organization; nobody of it can act from then on',
  access: superAdmin,
  status: 204,
  errors: [ownOrganization],
  deps,
  handle: ({ params, principal, deps: { organizations } }) => organizations.remove(principal, params.org_id),
});

export const organizationDashboard = route({
  id: 'organizations.dashboard',
  method: 'GET',
  path: '/organizations/{org_id}/dashboard',
  summary: 'How much of everything an organization has, and what needs a look',
  description: 'People held to sites see the numbers of their sites.',
  access: orgAdmin,
  reply: DashboardSchema,
  deps,
  handle: ({ params, principal, deps: { organizations } }) =>
    organizations.dashboard(principal, params.org_id),
});
