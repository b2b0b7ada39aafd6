import { resource, route } from '@patchbay/kernel/http';
import { userTooHigh } from '../errors.ts';
import { MemberSession, MemberSessionQuery } from '../schemas.ts';
import { MemberSessions } from '../services/member-sessions.ts';

const write = { permission: 'user:write' } as const;

const sessions = resource({
  id: 'security.sessions',
  path: '/security/sessions',
  parameter: 'session_id',
  service: MemberSessions,
  read: { permission: 'user:read' },
  write,
  reply: MemberSession,
});

export const listMemberSessions = sessions.list({
  id: 'security.sessions',
  summary: 'Open sessions of the organization, last used first',
  query: MemberSessionQuery,
});

export const endMemberSession = sessions.remove({
  id: 'security.end_session',
  summary: 'End a session of a user below your own role, at once',
  proof: 'required',
  errors: [userTooHigh],
});

export const endMemberSessions = route({
  id: 'security.end_sessions',
  method: 'POST',
  path: '/security/users/{user_id}/end-sessions',
  summary: 'End every session of a user below your own role, at once; keys stay',
  access: write,
  proof: 'required',
  status: 204,
  errors: [userTooHigh],
  deps: { sessions: MemberSessions },
  handle: ({ params, principal, deps: { sessions } }) => sessions.endAllOf(principal, params.user_id),
});
