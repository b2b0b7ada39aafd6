import { pageQuerySchema } from '@patchbay/kernel/database';
import { Nullable } from '@patchbay/kernel/schema';
import Type from 'typebox';
import { ApprovalsSchema } from './changes.ts';

const closed = { additionalProperties: false };
const Risk = Type.Enum(['normal', 'catastrophic']);
const SiteId = Type.String({ format: 'uuid' });

const policy = {
  name: Type.Optional(Nullable(Type.String({ minLength: 1, maxLength: 200 }))),
  feature_pattern: Type.String({
    minLength: 1,
    maxLength: 200,
    description: 'pattern over feature keys by whole segments: `routeros.firewall.*`, `vmhost.**`, `**`',
    examples: ['sample.approvals.**'],
  }),
  site_id: Type.Optional(Nullable(SiteId)),
  risk: Type.Optional(Nullable(Risk)),
  min_approvers: Type.Integer({ minimum: 1, maximum: 5 }),
  step_up: Type.Optional(
    Type.Boolean({ description: 'approvals must come from a session younger than ten minutes' }),
  ),
};

export const PolicyInput = Type.Object(policy, closed);
export const PolicyPatch = Type.Partial(Type.Object(policy), closed);
export const PolicySchema = Type.Object({
  id: Type.String(),
  organization_id: Type.String(),
  name: Nullable(Type.String()),
  feature_pattern: Type.String(),
  site_id: Nullable(Type.String()),
  risk: Nullable(Risk),
  min_approvers: Type.Integer(),
  step_up: Type.Boolean(),
  created_by: Nullable(Type.String()),
  created_at: Type.String(),
  updated_at: Type.String(),
});
export const PolicyListQuery = pageQuerySchema({ sort: ['created_at', 'feature_pattern'] });

export const VoteInput = Type.Object(
  {
    decision: Type.Enum(['approve', 'reject']),
    comment: Type.Optional(Type.String({ maxLength: 4_000 })),
  },
  closed,
);
export const VoteReply = Type.Object({
  change_id: Type.String(),
  user_id: Type.String(),
  decision: Type.Enum(['approve', 'reject']),
  comment: Nullable(Type.String()),
  at: Type.String(),
  approvals: ApprovalsSchema,
});
