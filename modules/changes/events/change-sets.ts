import { defineEvent } from '@patchbay/kernel/events';
import { Nullable } from '@patchbay/kernel/schema';
import Type from 'typebox';
import { SetItemOutcome, SetStatus } from '../schemas/change-sets.ts';

const fields = {
  change_set_id: Type.String(),
  name: Type.String(),
  status: SetStatus,
  total: Type.Integer(),
  done: Type.Integer(),
  actor_id: Nullable(Type.String()),
};

export const changeSetProgress = defineEvent({
  type: 'controller.change_set.progress',
  title: 'Change set progress',
  description: 'One change of a set got its outcome.',
  category: 'controller',
  access: { permission: 'controller:read' },
  payload: Type.Object({
    ...fields,
    change_id: Type.String(),
    position: Type.Integer(),
    outcome: SetItemOutcome,
    reason: Nullable(Type.String()),
    site_id: Type.String(),
  }),
});

export const changeSetFinished = defineEvent({
  type: 'controller.change_set.finished',
  title: 'Change set finished',
  description: 'A change set came to its end, or stopped before it.',
  category: 'controller',
  priority: 'high',
  access: { permission: 'controller:read' },
  payload: Type.Object({
    ...fields,
    reason: Nullable(Type.String()),
    /** Count of changes by outcome. */
    outcomes: Type.Record(Type.String(), Type.Integer()),
  }),
});
