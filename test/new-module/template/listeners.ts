// only: listener
import { liveListener } from '@patchbay/kernel/events';
import { ForgottenAuthors } from './services/forgotten-authors.ts';

/** Live: told as this process learns of events, and not told again of those it misses. */
export const authorListener = liveListener({
  id: 'example-module.authors',
  deps: { authors: ForgottenAuthors },
  handle: (events, { authors }) => authors.notice(events),
});
