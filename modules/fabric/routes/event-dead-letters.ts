import { pageSchema } from '@patchbay/kernel/database';
import { route } from '@patchbay/kernel/http';
import { EventDeadLetterQuery, EventDeadLetterReply, EventReplayReply } from '../schemas/catalog.ts';
import { EventReplays } from '../services/events/event-replays.ts';
import { manage } from './access.ts';

const deps = { replays: EventReplays };

export const eventDeadLetterRoutes = [
  route({
    id: 'events.dead-letters.list',
    method: 'GET',
    path: '/events/dead-letters',
    summary: 'List events that a kind of consumer could not handle, newest first',
    access: manage,
    query: EventDeadLetterQuery,
    reply: pageSchema(EventDeadLetterReply),
    deps,
    handle: ({ principal, query, deps }) => deps.replays.list(principal, query),
  }),
  route({
    id: 'events.dead-letters.replay',
    method: 'POST',
    path: '/events/dead-letters/{event_dead_letter_id}/replay',
    summary: 'Hand an event to the consumers that could not handle it once more',
    access: manage,
    status: 202,
    reply: EventReplayReply,
    deps,
    handle: ({ principal, params, deps }) => deps.replays.replay(principal, params.event_dead_letter_id),
  }),
];
