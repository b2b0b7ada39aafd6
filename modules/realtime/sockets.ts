import { defineSocket } from '@patchbay/kernel/sockets';
import { EVENT_STREAM } from './services/event-stream.ts';

export const stream = defineSocket({
  id: 'realtime.stream',
  path: '/ws',
  summary: 'Real-time event stream',
  authentication: 'user',
  deps: { stream: EVENT_STREAM },
  open: (connection, { stream }) => stream.open(connection),
});
