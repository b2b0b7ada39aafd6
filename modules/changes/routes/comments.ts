import { DATABASE } from '@patchbay/kernel/database';
import { route } from '@patchbay/kernel/http';
import { CommentBody, CommentSchema } from '../schemas/history.ts';
import { commentOnChange } from '../services/record/comment-on-change.ts';

/** Users who may stage or apply anything may comment on it. */
const writers = {
  anyOf: [
    { permission: 'network:write' },
    { permission: 'vpn:write' },
    { permission: 'firewall:write' },
    { permission: 'hypervisor:write' },
    { permission: 'controller:write' },
  ],
} as const;

export const commentRoute = route({
  id: 'changes.comment',
  method: 'POST',
  path: '/changes/{id}/comments',
  summary: 'Say something about a staged write; it becomes part of its timeline',
  access: writers,
  reach: 'sites',
  body: CommentBody,
  reply: CommentSchema,
  status: 201,
  deps: { database: DATABASE },
  handle: ({ principal, params, body, deps }) =>
    commentOnChange(deps.database, principal, params.id, body.text),
});
