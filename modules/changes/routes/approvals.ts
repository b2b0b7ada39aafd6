import { resource, route } from '@patchbay/kernel/http';
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
import { Policies } from '../services/approvals/policies.ts';
import { Voting } from '../services/approvals/voting.ts';

const access = { role: 'org_admin', unscoped: true } as const;
/** The change's own feature names the permission; not found comes before forbidden. */
const byFeature = { authenticated: true } as const;

const policies = resource({
  id: 'changes.policies',
  path: '/changes/policies',
  parameter: 'policy_id',
  service: Policies,
  read: access,
  write: access,
  reply: PolicySchema,
});

export const approvalRoutes = [
  policies.list({
    summary: 'List the approval policies',
    query: PolicyListQuery,
  }),
  policies.create({
    summary: 'Ask for approvals by feature, site and risk; it holds for pending changes at once',
    reach: 'sites',
    body: PolicyInput,
    errors: [tooManyPolicies],
  }),
  policies.get({ summary: 'Get an approval policy' }),
  policies.update({
    summary: 'Change an approval policy',
    reach: 'sites',
    body: PolicyPatch,
  }),
  policies.remove({
    summary: 'Delete an approval policy',
    reach: 'sites',
  }),
  route({
    id: 'changes.approvals.cast',
    method: 'POST',
    path: '/changes/{id}/approvals',
    summary: 'Approve or reject a staged write of another person; the newest vote of a person counts',
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
    deps: { voting: Voting },
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
    deps: { voting: Voting },
    handle: ({ principal, params, deps }) => deps.voting.withdraw(principal, params.id),
  }),
];
