import { route } from '@patchbay/kernel/http';
import { SOCKETS } from '@patchbay/kernel/sockets';
import Type from 'typebox';

export const stats = route({
  id: 'realtime.stats',
  method: 'GET',
  path: '/ws/stats',
  summary: 'Count active WebSocket connections',
  access: { authenticated: true },
  reply: Type.Object({ connections: Type.Integer() }),
  deps: { sockets: SOCKETS },
  handle: ({ deps }) => ({ connections: deps.sockets.stats().connections }),
});
