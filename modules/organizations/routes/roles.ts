import { pageQuerySchema } from '@patchbay/kernel/database';
import { resource } from '@patchbay/kernel/http';
import { roleNameTaken } from '../errors.ts';
import { RoleInput, RolePatch, RoleSchema } from '../schemas.ts';
import { StoredRoles } from '../services/stored-roles.ts';

const write = { permission: 'role:write' } as const;

const roles = resource({
  id: 'roles',
  path: '/roles',
  parameter: 'role_id',
  service: StoredRoles,
  read: write,
  write,
  reply: RoleSchema,
});

export const listRoles = roles.list({
  summary: 'Stored roles; authorization uses the fixed permission map',
  query: pageQuerySchema({ sort: ['name', 'created_at', 'updated_at'] }),
});

export const createRole = roles.create({
  summary: 'Store a role',
  body: RoleInput,
  errors: [roleNameTaken],
});

export const getRole = roles.get({ summary: 'One stored role' });

export const updateRole = roles.update({
  summary: 'Change a stored role',
  body: RolePatch,
  errors: [roleNameTaken],
});

export const deleteRole = roles.remove({ summary: 'Delete a stored role' });
