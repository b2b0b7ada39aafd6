import { defineEvent } from '@patchbay/kernel/events';
import { NullableText } from '@patchbay/kernel/schema';
import Type from 'typebox';

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
      site_id: NullableText,
      device_id: NullableText,
      rule_id: NullableText,
      event_id: NullableText,
      actor_id: NullableText,
    }),
  });

export const alertCreated = alertEvent('created', 'high');
export const alertAcknowledged = alertEvent('acknowledged', 'normal');
export const alertResolved = alertEvent('resolved', 'normal');
