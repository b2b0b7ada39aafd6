import { Nullable } from '@patchbay/kernel/schema';
import Type, { type Static } from 'typebox';

const closed = { additionalProperties: false };
const Id = Type.String({ format: 'uuid' });
const VlanId = Type.Integer({ minimum: 1, maximum: 4_094 });
const Text = Nullable(Type.String());

export const BrainInput = Type.Object({ controller_id: Nullable(Id) }, closed);

export const BrainReply = Type.Object({
  site_id: Type.String(),
  controller_id: Text,
  name: Text,
  vendor: Text,
  status: Text,
  offline_since: Text,
  created_at: Text,
  updated_at: Text,
});

const State = Type.Enum(['present', 'missing', 'differs', 'conflict']);

const vlanFields = { vlan_id: Type.Integer(), name: Text, subnet: Text };
const placeFields = { feature: Type.String(), target_id: Type.String(), enabled: Type.Boolean() };

const Cell = Type.Object({
  controller_id: Type.String(),
  state: State,
  found: Nullable(Type.Object({ ...vlanFields, ...placeFields })),
  differences: Type.Array(Type.String()),
  /** Write that distribution would stage; null where none is possible or needed. */
  action: Nullable(Type.Enum(['create', 'update'])),
  /** Why it cannot be written. */
  refused: Text,
  pending_change_id: Text,
});

const Controller = Type.Object({
  id: Type.String(),
  name: Type.String(),
  vendor: Type.String(),
  role: Type.Enum(['brain', 'limb']),
  status: Type.String(),
  last_sync_at: Text,
  /** Seconds since what is shown of it was read; null when it never was. */
  age_seconds: Nullable(Type.Integer()),
  /** Why nothing is known of it, or only what was known earlier. */
  gap: Text,
});

const Count = Type.Integer();

export const PlanReply = Type.Object({
  site_id: Type.String(),
  layer: Type.Enum([1, 2]),
  brain: Nullable(BrainReply),
  /** Controllers whose cells the rows hold, the brain among them without cells. */
  controllers: Type.Array(Controller),
  /** Controllers of which nothing is known; no row holds a cell of theirs. */
  unread: Type.Array(Controller),
  vlans: Type.Array(
    Type.Object({
      ...vlanFields,
      decided_by: Type.Enum(['brain', 'agreement', 'majority', 'oldest']),
      cells: Type.Array(Cell),
    }),
  ),
  extra: Type.Array(Type.Object({ controller_id: Type.String(), ...vlanFields, ...placeFields })),
  counts: Type.Object({ present: Count, missing: Count, differs: Count, conflict: Count, extra: Count }),
});

export type PlanView = Static<typeof PlanReply>;

export const DistributeInput = Type.Object(
  {
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' })),
    notes: Type.Optional(Type.String({ maxLength: 4_000 })),
    vlan_ids: Type.Optional(Type.Array(VlanId, { minItems: 1, maxItems: 4_094, uniqueItems: true })),
    controller_ids: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: 1_000, uniqueItems: true })),
    states: Type.Optional(
      Type.Array(Type.Enum(['missing', 'differs']), {
        minItems: 1,
        uniqueItems: true,
        description: 'which cells are written; both by default, conflicts never by this',
      }),
    ),
    overwrite: Type.Optional(
      Type.Array(Type.Object({ controller_id: Id, vlan_id: VlanId }, closed), {
        maxItems: 200,
        description: 'conflicts to be written over, cell by cell',
      }),
    ),
    canary: Type.Optional(
      Nullable(
        Type.Integer({
          minimum: 1,
          maximum: 200,
          description: 'how many changes go first; by default those of one controller',
        }),
      ),
    ),
  },
  closed,
);
