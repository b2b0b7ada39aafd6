import { pageQuerySchema, pageSchema } from '@patchbay/kernel/database';
import { route } from '@patchbay/kernel/http';
import { roleNameTaken } from '../errors.ts';
import { RoleInput, RolePatch, RoleSchema } from '../schemas.ts';
import { StoredRoles } from '../services/stored-roles.ts';

const deps = { roles: StoredRoles };
const write = { permission: 'role:write' } as const;

export const listRoles = route({
  id: 'roles.list',
  method: 'GET',
  path: '/roles',
  summary: 'Stored roles; authorization uses the fixed permission map',
  access: write,
  query: pageQuerySchema({ sort: ['name', 'created_at', 'updated_at'] }),
  reply: pageSchema(RoleSchema),
  deps,
  handle: ({ query, principal, deps: { roles } }) => roles.list(principal, query),
});

export const createRole = route({
  id: 'roles.create',
  method: 'POST',
  path: '/roles',
  summary: 'Store a role',
  access: write,
  body: RoleInput,
  reply: RoleSchema,
  status: 201,
  errors: [roleNameTaken],
  deps,
  handle: ({ body, principal, deps: { roles } }) => roles.create(principal, body),
});

export const getRole = route({
  id: 'roles.get',
  method: 'GET',
  path: '/roles/{role_id}',
  summary: 'One stored role',
  access: write,
  reply: RoleSchema,
  deps,
  handle: ({ params, principal, deps: { roles } }) => roles.get(principal, params.role_id),
});

export const updateRole = route({
  id: 'roles.update',
  method: 'PATCH',
  path: '/roles/{role_id}',
  summary: 'Change a stored role',
  access: write,
  body: RolePatch,
  reply: RoleSchema,
  errors: [roleNameTaken],
  deps,
  handle: ({ params, body, principal, request, deps: { roles } }) =>
    roles.update(principal, params.role_id, body, request.if_match),
});

export const deleteRole = route({
  id: 'roles.delete',
  method: 'DELETE',
  path: '/roles/{role_id}',
  summary: 'Delete a stored role',
  access: write,
  status: 204,
  deps,
  handle: ({ params, principal, request, deps: { roles } }) =>
    roles.remove(principal, params.role_id, request.if_match),
});
