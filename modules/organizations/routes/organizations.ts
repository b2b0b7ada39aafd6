import { pageQuerySchema } from '@patchbay/kernel/database';
import { conflict } from '@patchbay/kernel/errors';
import { resource, route } from '@patchbay/kernel/http';
import { organizationSlugTaken } from '@patchbay/module-identity/contract';
import { mfaMissing, ownOrganization, platformOnly } from '../errors.ts';
import { DashboardSchema, OrganizationInput, OrganizationPatch, OrganizationSchema } from '../schemas.ts';
import { Organizations } from '../services/organizations.ts';

const deps = { organizations: Organizations };
const orgAdmin = { role: 'org_admin' } as const;
const superAdmin = { role: 'super_admin' } as const;

const organizations = resource({
  id: 'organizations',
  path: '/organizations',
  parameter: 'org_id',
  service: Organizations,
  read: orgAdmin,
  write: superAdmin,
  reply: OrganizationSchema,
});

export const listOrganizations = organizations.list({
  summary: 'The own organization; all of them for super administrators',
  query: pageQuerySchema({ sort: ['name', 'slug', 'created_at', 'updated_at'] }),
});

export const createOrganization = organizations.create({
  summary: 'Create an organization',
  body: OrganizationInput,
  errors: [conflict, organizationSlugTaken],
});

export const getOrganization = organizations.get({ summary: 'One organization' });

export const updateOrganization = organizations.update({
  summary: 'Change an organization',
  access: orgAdmin,
  body: OrganizationPatch,
  errors: [conflict, organizationSlugTaken, mfaMissing, ownOrganization, platformOnly],
});

export const deleteOrganization = organizations.remove({
  summary: 'Delete another organization; its users cannot act from then on',
  errors: [ownOrganization],
});

export const organizationDashboard = route({
  id: 'organizations.dashboard',
  method: 'GET',
  path: '/organizations/{org_id}/dashboard',
  summary: 'Get the counts of an organization, and matters that need attention',
  description: 'People held to sites see the numbers of their sites.',
  access: orgAdmin,
  reply: DashboardSchema,
  deps,
  handle: ({ params, principal, deps: { organizations } }) =>
    organizations.dashboard(principal, params.org_id),
});
