import { matchesEvent } from '@patchbay/console-kit/steps-model';

/** A socket takes 200 subscriptions; the others are for the rest of the page. */
const MOST_TYPES = 150;

/**
 * Event types to subscribe to, one by one: a pattern is granted only to those who may hear everything that it matches,
 * and of single types only those are refused that the viewer may not hear.
 */
export const subscribedTypes = (
  events: readonly { readonly event_type: string }[],
  pattern: string,
): readonly string[] =>
  events
    .map(({ event_type }) => event_type)
    .filter((type) => pattern === '' || matchesEvent(pattern, type))
    .slice(0, MOST_TYPES);
