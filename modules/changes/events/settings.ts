import { defineEvent } from '@patchbay/kernel/events';
import { Nullable } from '@patchbay/kernel/schema';
import Type from 'typebox';

const settingsEvent = (kind: 'approval_policy' | 'change_freeze', title: string, description: string) =>
  defineEvent({
    type: `settings.${kind}.changed`,
    title,
    description,
    category: 'settings',
    priority: 'high',
    access: { permission: 'settings:read' },
    payload: Type.Object({
      id: Type.String(),
      verb: Type.Enum(['create', 'update', 'delete']),
      site_id: Nullable(Type.String()),
      actor_id: Nullable(Type.String()),
    }),
  });

export const approvalPolicyChanged = settingsEvent(
  'approval_policy',
  'Approval policy changed',
  'A policy that asks for approvals of changes was made, changed or deleted.',
);
export const changeFreezeChanged = settingsEvent(
  'change_freeze',
  'Change freeze changed',
  'A time in which no change is applied was made, changed or deleted.',
);
