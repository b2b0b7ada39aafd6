import { pageSchema } from '@patchbay/kernel/database';
import { route } from '@patchbay/kernel/http';
import { adapterErrors } from '@patchbay/vendor-kit';
import { notPending } from '../errors/index.ts';
import {
  ownChange,
  peopleVote,
  reviewMoved,
  stepUpRequired,
  tooManyPolicies,
  tooManyVotes,
} from '../errors/reviews.ts';
import {
  PolicyInput,
  PolicyListQuery,
  PolicyPatch,
  PolicySchema,
  VoteInput,
  VoteReply,
} from '../schemas/approvals.ts';
import { POLICIES, VOTING } from '../tokens.ts';

const access = { role: 'org_admin', unscoped: true } as const;
const deps = { policies: POLICIES };
/** The change's own feature names the permission; not found comes before forbidden. */
const byFeature = { authenticated: true } as const;

export const approvalRoutes = [
  route({
    id: 'changes.policies.list',
    method: 'GET',
    path: '/changes/policies',
    summary: 'List the approval policies',
    access,
    query: PolicyListQuery,
    reply: pageSchema(PolicySchema),
    deps,
    handle: ({ principal, query, deps }) => deps.policies.list(principal, query),
  }),
  route({
    id: 'changes.policies.create',
    method: 'POST',
    path: '/changes/policies',
    summary: 'Ask for approvals by feature, site and risk; it holds for pending changes at once',
    access,
    reach: 'sites',
    body: PolicyInput,
    status: 201,
    reply: PolicySchema,
    errors: [tooManyPolicies],
    deps,
    handle: ({ principal, body, deps }) => deps.policies.create(principal, body),
  }),
  route({
    id: 'changes.policies.get',
    method: 'GET',
    path: '/changes/policies/{policy_id}',
    summary: 'Get an approval policy',
    access,
    reply: PolicySchema,
    deps,
    handle: ({ principal, params, deps }) => deps.policies.get(principal, params.policy_id),
  }),
  route({
    id: 'changes.policies.update',
    method: 'PATCH',
    path: '/changes/policies/{policy_id}',
    summary: 'Change an approval policy',
    access,
    reach: 'sites',
    body: PolicyPatch,
    reply: PolicySchema,
    deps,
    handle: ({ principal, params, body, request, deps }) =>
      deps.policies.update(principal, params.policy_id, body, request.if_match),
  }),
  route({
    id: 'changes.policies.delete',
    method: 'DELETE',
    path: '/changes/policies/{policy_id}',
    summary: 'Delete an approval policy',
    access,
    reach: 'sites',
    status: 204,
    deps,
    handle: ({ principal, params, request, deps }) =>
      deps.policies.remove(principal, params.policy_id, request.if_match),
  }),
  route({
    id: 'changes.approvals.cast',
    method: 'POST',
    path: '/changes/{id}/approvals',
    summary: 'Approve or reject a staged write of somebody else; the newest vote of a person counts',
    access: byFeature,
    body: VoteInput,
    status: 201,
    reply: VoteReply,
    errors: [
      ownChange,
      peopleVote,
      stepUpRequired,
      notPending,
      reviewMoved,
      tooManyVotes,
      ...Object.values(adapterErrors),
    ],
    deps: { voting: VOTING },
    handle: ({ principal, params, body, deps }) => deps.voting.cast(principal, params.id, body),
  }),
  route({
    id: 'changes.approvals.withdraw',
    method: 'DELETE',
    path: '/changes/{id}/approvals',
    summary: 'Take back your own vote',
    access: byFeature,
    status: 204,
    errors: [notPending],
    deps: { voting: VOTING },
    handle: ({ principal, params, deps }) => deps.voting.withdraw(principal, params.id),
  }),
];
