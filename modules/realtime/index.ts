import { DATABASE } from '@patchbay/kernel/database';
import { provide } from '@patchbay/kernel/di';
import { EVENT_REGISTRY, liveListener, SubscriptionRules } from '@patchbay/kernel/events';
import { defineModule } from '@patchbay/kernel/modules';
import { PERMISSION_MAP } from '@patchbay/kernel/permissions';
import { stats } from './routes.ts';
import { EVENT_STREAM, EventStream } from './services/event-stream.ts';
import { stream } from './sockets.ts';

export default defineModule({
  id: 'realtime',
  title: 'Real-time event stream',
  status: 'available',
  prefixes: ['/ws'],
  requires: ['organizations'],
  providers: [
    provide(
      EVENT_STREAM,
      [EVENT_REGISTRY, PERMISSION_MAP, DATABASE],
      (registry, permissions, database) =>
        new EventStream(new SubscriptionRules({ registry, permissions }), database),
    ),
  ],
  routes: [stats],
  sockets: [stream],
  listeners: [
    liveListener({
      id: 'realtime.stream',
      deps: { stream: EVENT_STREAM },
      handle: (events, { stream }) => stream.publish(events),
    }),
  ],
});
