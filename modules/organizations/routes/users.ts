import { pageQuerySchema, pageSchema } from '@patchbay/kernel/database';
import { resource, route } from '@patchbay/kernel/http';
import { loginTaken } from '@patchbay/module-identity/contract';
import Type from 'typebox';
import { lastAdmin, otherOrganization, quotaExceeded, roleTooHigh, unknownRole } from '../errors.ts';
import { UserInput, UserPatch, UserSchema } from '../schemas.ts';
import { Users } from '../services/users.ts';

const deps = { users: Users };
const read = { permission: 'user:read' } as const;
const write = { permission: 'user:write' } as const;

const users = resource({
  id: 'users',
  path: '/users',
  parameter: 'user_id',
  service: Users,
  read,
  write,
  reply: UserSchema,
});

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

export const createUser = users.create({
  summary: 'Create a user with a role below your own',
  description: 'Super administrators may name another organization.',
  body: UserInput,
  errors: [unknownRole, roleTooHigh, otherOrganization, quotaExceeded, loginTaken],
});

export const getUser = users.get({ summary: 'One user' });

export const updateUser = users.update({
  summary: 'Change a user below your own role; a new role or activity ends their sessions',
  proof: { toChange: ['email', 'username', 'role'] },
  body: UserPatch,
  errors: [unknownRole, roleTooHigh, lastAdmin, loginTaken],
});

export const deleteUser = users.remove({
  summary: 'Delete a user below your own role',
  errors: [roleTooHigh, lastAdmin],
});
