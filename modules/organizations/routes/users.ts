import { pageQuerySchema, pageSchema } from '@patchbay/kernel/database';
import { route } from '@patchbay/kernel/http';
import { loginTaken } from '@patchbay/module-identity/contract';
import Type from 'typebox';
import { lastAdmin, otherOrganization, quotaExceeded, roleTooHigh, unknownRole } from '../errors.ts';
import { UserInput, UserPatch, UserSchema } from '../schemas.ts';
import { Users } from '../services/users.ts';

const deps = { users: Users };
const read = { permission: 'user:read' } as const;
const write = { permission: 'user:write' } as const;

export const listUsers = route({
  id: 'users.list',
  method: 'GET',
  path: '/users',
  summary: 'Users of the organization',
  access: read,
  query: pageQuerySchema({
    sort: ['username', 'email', 'role', 'created_at', 'updated_at', 'last_login_at'],
    most: 200,
    extra: { role: Type.Optional(Type.String({ maxLength: 50 })), is_active: Type.Optional(Type.Boolean()) },
  }),
  reply: pageSchema(UserSchema),
  errors: [unknownRole],
  deps,
  handle: ({ query, principal, deps: { users } }) => users.list(principal, query),
});

export const createUser = route({
  id: 'users.create',
  method: 'POST',
  path: '/users',
  summary: 'Create a user with a role below your own',
  description: 'Super administrators may name another organization.',
  access: write,
  body: UserInput,
  reply: UserSchema,
  status: 201,
  errors: [unknownRole, roleTooHigh, otherOrganization, quotaExceeded, loginTaken],
  deps,
  handle: ({ body, principal, deps: { users } }) => users.create(principal, body),
});

export const getUser = route({
  id: 'users.get',
  method: 'GET',
  path: '/users/{user_id}',
  summary: 'One user',
  access: read,
  reply: UserSchema,
  deps,
  handle: ({ params, principal, deps: { users } }) => users.get(principal, params.user_id),
});

export const updateUser = route({
  id: 'users.update',
  method: 'PATCH',
  path: '/users/{user_id}',
  summary: 'Change a user below your own role; a new role or activity ends their sessions',
  access: write,
  proof: { toChange: ['email', 'username', 'role'] },
  body: UserPatch,
  reply: UserSchema,
  errors: [unknownRole, roleTooHigh, lastAdmin, loginTaken],
  deps,
  handle: ({ params, body, principal, request, deps: { users } }) =>
    users.update(principal, params.user_id, body, request.if_match),
});

export const deleteUser = route({
  id: 'users.delete',
  method: 'DELETE',
  path: '/users/{user_id}',
  summary: 'Delete a user below your own role',
  access: write,
  status: 204,
  errors: [roleTooHigh, lastAdmin],
  deps,
  handle: ({ params, principal, request, deps: { users } }) =>
    users.remove(principal, params.user_id, request.if_match),
});
