import { defineEvent } from '@patchbay/kernel/events';
import { NullableText } from '@patchbay/kernel/schema';
import Type from 'typebox';

const tunnelEvent = (status: 'up' | 'down') =>
  defineEvent({
    type: `vpn.tunnel.${status}`,
    title: `Tunnel ${status}`,
    description: `A tunnel that was ${status === 'up' ? 'down' : 'up'} at the former sync of its controller is ${status}.`,
    category: 'vpn',
    priority: status === 'up' ? 'normal' : 'high',
    access: { permission: 'vpn:read' },
    payload: Type.Object({
      tunnel_id: Type.String(),
      name: Type.String(),
      protocol: Type.String(),
      controller_id: Type.String(),
      site_id: Type.String(),
      remote: NullableText,
    }),
  });

export const tunnelUp = tunnelEvent('up');
export const tunnelDown = tunnelEvent('down');
