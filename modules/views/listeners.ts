import { liveListener } from '@patchbay/kernel/events';
import { ViewsOfDeletedUsers } from './services/views-of-deleted-users.ts';

/** Live: told as this process learns of events, and not told again of those it misses. */
export const ownerListener = liveListener({
  id: 'views.owners',
  deps: { views: ViewsOfDeletedUsers },
  handle: (events, { views }) => views.notice(events),
});
