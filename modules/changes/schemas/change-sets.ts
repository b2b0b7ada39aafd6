import { pageQuerySchema } from '@patchbay/kernel/database';
import { Nullable } from '@patchbay/kernel/schema';
import Type from 'typebox';
import { ChangeOperationSchema, ChangeStatus } from './changes.ts';

const closed = { additionalProperties: false };
const Text = Nullable(Type.String());

export const ChangeSetInput = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' }),
    changes: Type.Array(Type.String({ format: 'uuid' }), {
      minItems: 1,
      maxItems: 200,
      description: 'pending changes in the order in which they are applied',
    }),
    canary: Type.Optional(
      Nullable(
        Type.Integer({
          minimum: 1,
          maximum: 200,
          description: 'number of changes that go first; then the set pauses until it is continued',
        }),
      ),
    ),
    stop_on_failure: Type.Optional(
      Type.Boolean({ description: 'default true; an unknown outcome stops the set in any case' }),
    ),
    apply_at: Type.Optional(
      Nullable(
        Type.String({
          format: 'date-time',
          maxLength: 40,
          description: 'once the set is applied it waits until then',
        }),
      ),
    ),
  },
  closed,
);

/** `force` is judged after permission and before state, as for a single change (DECISIONS 20). */
export const ApplySetBody = Type.Object({ force: Type.Optional(Type.Unknown()) }, closed);

export const SetStatus = Type.Enum([
  'draft',
  'scheduled',
  'running',
  'paused',
  'finished',
  'stopped',
  'cancelled',
]);

export const SetItemOutcome = Type.Enum([
  'pending',
  'applying',
  'applied',
  'failed',
  'refused',
  'unknown',
  'not_run',
]);

const fields = {
  id: Type.String(),
  organization_id: Type.String(),
  name: Type.String(),
  status: SetStatus,
  canary: Nullable(Type.Integer()),
  stop_on_failure: Type.Boolean(),
  apply_at: Text,
  /** Why it stopped or was cancelled. */
  reason: Text,
  total: Type.Integer(),
  /** Changes whose outcome in the set is known. */
  done: Type.Integer(),
  created_by: Text,
  applied_by: Text,
  started_at: Text,
  finished_at: Text,
  created_at: Type.String(),
  updated_at: Type.String(),
};

const Item = Type.Object({
  change_id: Type.String(),
  position: Type.Integer(),
  outcome: SetItemOutcome,
  /** Why it is not applied. */
  error: Text,
  error_type: Text,
  attempt_id: Text,
  controller_id: Type.String(),
  site_id: Type.String(),
  feature: Type.String(),
  operation: ChangeOperationSchema,
  target_id: Text,
  target_name: Text,
  change_status: ChangeStatus,
  started_at: Text,
  finished_at: Text,
});

export const ChangeSetListItem = Type.Object(fields);
export const ChangeSetSchema = Type.Object({ ...fields, changes: Type.Array(Item) });
export const ChangeSetListQuery = pageQuerySchema({
  sort: ['created_at', 'updated_at', 'name', 'status'],
  extra: { status: Type.Optional(SetStatus) },
});
