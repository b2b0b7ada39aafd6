import { pageQuerySchema } from '@patchbay/kernel/database';
import { resource } from '@patchbay/kernel/http';
import { oneself } from '@patchbay/kernel/permissions';
import { SessionSchema } from '../schemas/accounts.ts';
import { Sessions } from '../services/tokens/sessions.ts';

const sessions = resource({
  id: 'auth.sessions',
  path: '/auth/sessions',
  parameter: 'session_id',
  service: Sessions,
  read: oneself,
  write: oneself,
  reply: SessionSchema,
});

export const listSessions = sessions.list({
  id: 'auth.list_sessions',
  summary: "The caller's active sessions, newest first",
  query: pageQuerySchema({ sort: ['created_at', 'last_used_at'] }),
});

export const revokeSession = sessions.remove({
  id: 'auth.revoke_session',
  summary: "End one of the caller's sessions",
});
