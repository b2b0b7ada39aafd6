import { Nullable } from '@patchbay/kernel/schema';
import Type, { type Static } from 'typebox';

const Text = Nullable(Type.String());
const Value = Type.Record(Type.String(), Type.Unknown());
export const ChangeOperationSchema = Type.Enum(['create', 'update', 'delete']);
export const ChangeStatus = Type.Enum(['pending', 'applied', 'discarded']);
export const Outcome = Type.Enum([
  'running',
  'awaiting_confirmation',
  'succeeded',
  'failed',
  'unknown',
  'reverted',
]);

/** Mechanism that rolls an unconfirmed change back: the device itself, or a recorded inverse. */
export const ConfirmMechanism = Type.Enum(['device', 'inverse']);

/** Required approvals, and the votes; `fallen` names the reason why an approval counts no more. */
export const ApprovalsSchema = Type.Object({
  required: Type.Integer(),
  given: Type.Integer(),
  votes: Type.Array(
    Type.Object({
      user_id: Type.String(),
      decision: Type.Enum(['approve', 'reject']),
      comment: Text,
      at: Type.String(),
      fallen: Type.Optional(Type.Enum(['payload_moved', 'live_moved', 'not_authorized', 'step_up_missing'])),
    }),
  ),
});
export type ApprovalsView = Static<typeof ApprovalsSchema>;

const DiffEntry = Type.Object({
  field: Type.String(),
  before: Type.Unknown({ description: 'a secret is `[redacted]`, at any depth' }),
  after: Type.Unknown({
    description: 'in the place of a secret, at any depth: `secret: unchanged` or `secret: will change`',
  }),
});

/** The specification's PendingChangeResponse. */
export const ChangeSchema = Type.Object({
  id: Type.String(),
  organization_id: Type.String(),
  controller_id: Type.String(),
  site_id: Type.String(),
  vendor: Text,
  area: Type.String(),
  feature: Type.String(),
  operation: ChangeOperationSchema,
  target_id: Text,
  target_name: Nullable(
    Type.String({ description: 'name of the object, as it was seen when the change was staged' }),
  ),
  payload: Value,
  notes: Text,
  staged_by: Text,
  status: ChangeStatus,
  risk: Type.Enum(['normal', 'catastrophic']),
  diff: Type.Array(DiffEntry),
  diff_base: Type.Enum(['synced', 'live', 'none']),
  stale: Type.Boolean(),
  last_outcome: Nullable(Outcome),
  last_error: Text,
  approvals: ApprovalsSchema,
  /** Mechanism of a roll-back if applied with `confirm_within_seconds`; null without one. */
  confirm: Nullable(ConfirmMechanism),
  /** Parts of the path to the controller that it touches. */
  warnings: Type.Array(Type.String()),
  /** Other pending changes of the same object. */
  conflicts: Type.Array(Type.String()),
  /** The applied change it undoes. */
  reverts: Text,
  applied_at: Text,
  applied_by: Text,
  discarded_at: Text,
  discarded_by: Text,
  created_at: Type.String(),
  updated_at: Type.String(),
});

export const attemptFields = {
  outcome: Outcome,
  started_at: Type.String(),
  finished_at: Text,
  sent_hash: Text,
  before: Nullable(Value),
  after: Nullable(Value),
  error: Text,
  actor_id: Text,
};

/** One try to push a change. */
export const AttemptSchema = Type.Object({
  id: Type.String(),
  change_id: Type.String(),
  target_id: Text,
  fencing: Type.Integer(),
  error_type: Text,
  output: Type.Unknown({
    description:
      'output of a diagnosis (ping, torch, bandwidth test …), as the vendor gives it, without secrets; null without any',
  }),
  output_truncated: Type.Boolean({ description: 'only the first 65,536 characters of the output are kept' }),
  confirm_mechanism: Nullable(ConfirmMechanism),
  /** Until when it can be confirmed. */
  confirm_until: Text,
  ...attemptFields,
  created_at: Type.String(),
  updated_at: Type.String(),
});

/** A pending change as every route answers it. */
export type ChangeView = Static<typeof ChangeSchema>;
export type AttemptView = Static<typeof AttemptSchema>;
