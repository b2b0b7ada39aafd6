import { defineEvent } from '@patchbay/kernel/events';
import { NullableText } from '@patchbay/kernel/schema';
import Type from 'typebox';

/** Events of other systems; they do not choose the type (SPEC 6.1). */
export const ingestExternal = defineEvent({
  type: 'ingest.external',
  title: 'External event',
  description: 'Another system handed in an event through POST /fabric/ingest.',
  category: 'ingest',
  access: { role: 'org_admin' },
  payload: Type.Object({
    name: NullableText,
    payload: Type.Record(Type.String(), Type.Unknown()),
  }),
});

/** A Connection stopped listening until another user takes it over (DECISIONS 28). */
export const connectionPaused = defineEvent({
  type: 'fabric.connection.paused',
  title: 'Connection paused',
  description:
    'A Connection was paused: its author can no longer act or lost a right, or 20 of its runs failed in a row.',
  category: 'fabric',
  priority: 'high',
  access: { role: 'org_admin' },
  payload: Type.Object({
    connection_id: Type.String(),
    name: Type.String(),
    author_id: Type.String(),
    reason: Type.String(),
  }),
});

/** More events reach a Connection than it may run; published once until it has been quiet for a minute. */
export const connectionThrottled = defineEvent({
  type: 'fabric.connection.throttled',
  title: 'Connection throttled',
  description: 'A Connection reached its rate ceiling; events beyond it have no run.',
  category: 'fabric',
  priority: 'high',
  access: { role: 'org_admin' },
  payload: Type.Object({
    connection_id: Type.String(),
    name: Type.String(),
    runs_per_minute: Type.Integer(),
    since: Type.String(),
  }),
});
