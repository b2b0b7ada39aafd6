import { defineEvent } from '@patchbay/kernel/events';
import Type from 'typebox';

const Nullable = Type.Union([Type.String(), Type.Null()]);

const alertEvent = (verb: 'created' | 'acknowledged' | 'resolved', priority: 'normal' | 'high') =>
  defineEvent({
    type: `alert.${verb}`,
    title: `Alert ${verb}`,
    description: `An alert was ${verb}.`,
    category: 'alert',
    priority,
    access: { permission: 'alert:read' },
    payload: Type.Object({
      alert_id: Type.String(),
      title: Type.String(),
      severity: Type.Enum(['info', 'warning', 'critical']),
      status: Type.Enum(['open', 'acknowledged', 'resolved']),
      site_id: Nullable,
      device_id: Nullable,
      rule_id: Nullable,
      event_id: Nullable,
      actor_id: Nullable,
    }),
  });

export const alertCreated = alertEvent('created', 'high');
export const alertAcknowledged = alertEvent('acknowledged', 'normal');
export const alertResolved = alertEvent('resolved', 'normal');
