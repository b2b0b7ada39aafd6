import { pageSchema } from '@patchbay/kernel/database';
import { route } from '@patchbay/kernel/http';
import { SignIn, SignInQuery } from '../schemas.ts';
import { SignInHistory } from '../services/sign-in-history.ts';

export const listSignIns = route({
  id: 'security.sign_ins',
  method: 'GET',
  path: '/security/sign-ins',
  summary: 'List sign-ins to the organization and failed ones, newest first',
  description:
    'Needs `user:read`, which administrators of the organization hold: `audit:read` lets viewers in.',
  access: { permission: 'user:read' },
  query: SignInQuery,
  reply: pageSchema(SignIn),
  deps: { history: SignInHistory },
  handle: ({ query, principal, deps }) => deps.history.list(principal, query),
});
