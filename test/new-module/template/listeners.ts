// only: listener
import { liveListener } from '@patchbay/kernel/events';
import { FORGOTTEN_AUTHORS } from './tokens.ts';

/** Live: told as this process learns of events, and not told again of those it misses. */
export const authorListener = liveListener({
  id: 'example-module.authors',
  deps: { authors: FORGOTTEN_AUTHORS },
  handle: (events, { authors }) => authors.notice(events),
});
