import Type, { type Static, type TSchema } from 'typebox';

export const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
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

const DiffEntry = Type.Object({ field: Type.String(), before: Type.Unknown(), after: Type.Unknown() });

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
  approvals: Type.Array(Type.Unknown()),
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
  ...attemptFields,
  created_at: Type.String(),
  updated_at: Type.String(),
});

/** A pending change as every route answers it (WIRE, second table). */
export type ChangeView = Static<typeof ChangeSchema>;
export type AttemptView = Static<typeof AttemptSchema>;
