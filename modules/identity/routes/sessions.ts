import { pageQuerySchema, pageSchema } from '@patchbay/kernel/database';
import { route } from '@patchbay/kernel/http';
import { SessionSchema } from '../schemas/accounts.ts';
import { Sessions } from '../services/tokens/sessions.ts';

const oneself = { role: 'guest', unscoped: true } as const;

export const listSessions = route({
  id: 'auth.list_sessions',
  method: 'GET',
  path: '/auth/sessions',
  summary: "The caller's active sessions, newest first",
  access: oneself,
  query: pageQuerySchema({ sort: ['created_at', 'last_used_at'] }),
  reply: pageSchema(SessionSchema),
  deps: { sessions: Sessions },
  handle: ({ query, principal, deps }) => deps.sessions.list(principal, query),
});

export const revokeSession = route({
  id: 'auth.revoke_session',
  method: 'DELETE',
  path: '/auth/sessions/{session_id}',
  summary: "End one of the caller's sessions",
  access: oneself,
  status: 204,
  deps: { sessions: Sessions },
  handle: ({ params, principal, deps }) => deps.sessions.revoke(principal, params.session_id),
});
