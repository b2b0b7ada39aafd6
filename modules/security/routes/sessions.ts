import { pageSchema } from '@patchbay/kernel/database';
import { route } from '@patchbay/kernel/http';
import { userTooHigh } from '../errors.ts';
import { MemberSession, MemberSessionQuery } from '../schemas.ts';
import { MemberSessions } from '../services/member-sessions.ts';

const deps = { sessions: MemberSessions };

export const listMemberSessions = route({
  id: 'security.sessions',
  method: 'GET',
  path: '/security/sessions',
  summary: 'Open sessions of the organization, last used first',
  access: { permission: 'user:read' },
  query: MemberSessionQuery,
  reply: pageSchema(MemberSession),
  deps,
  handle: ({ query, principal, deps: { sessions } }) => sessions.list(principal, query),
});

export const endMemberSession = route({
  id: 'security.end_session',
  method: 'DELETE',
  path: '/security/sessions/{session_id}',
  summary: 'End a session of a user below your own role, at once',
  access: { permission: 'user:write' },
  proof: 'required',
  status: 204,
  errors: [userTooHigh],
  deps,
  handle: ({ params, principal, deps: { sessions } }) => sessions.end(principal, params.session_id),
});

export const endMemberSessions = route({
  id: 'security.end_sessions',
  method: 'POST',
  path: '/security/users/{user_id}/end-sessions',
  summary: 'End every session of a user below your own role, at once; keys stay',
  access: { permission: 'user:write' },
  proof: 'required',
  status: 204,
  errors: [userTooHigh],
  deps,
  handle: ({ params, principal, deps: { sessions } }) => sessions.endAllOf(principal, params.user_id),
});
