import { defineEvent } from '@patchbay/kernel/events';
import { type ExtensionPoint, extensionPoint } from '@patchbay/kernel/extension';
import type { Principal } from '@patchbay/kernel/permissions';
import Type from 'typebox';

/** Templating of step params, for whoever else fills texts from events (SPEC 4.5, DECISIONS 25). */
export {
  type PathVerdict,
  pathInSchema,
  renderTemplate,
  type TemplateContext,
  type TemplateResult,
  templatePaths,
} from '@patchbay/kernel/events';

/** Answer of `GET /fabric/why-not`. */
export interface Explanation {
  readonly ran: boolean;
  /** A stable word; null when it ran and nothing is to be said. */
  readonly reason: string | null;
  readonly detail: string | null;
}

/** Whoever else answers events, and can say why it did not. */
export interface EventExplainer {
  readonly target: 'rule';
  /** Throws `kernel.not_found` when the reader sees either of the two not. */
  explain(principal: Principal, event_id: string, target_id: string): Promise<Explanation>;
}

export const EVENT_EXPLAINERS: ExtensionPoint<EventExplainer> = extensionPoint('fabric.event-explainers');

/** What other systems hand in; the type is never theirs to choose (SPEC 6.1). */
export const ingestExternal = defineEvent({
  type: 'ingest.external',
  title: 'External event',
  description: 'Another system handed in an event through POST /fabric/ingest.',
  category: 'ingest',
  access: { role: 'org_admin' },
  payload: Type.Object({
    name: Type.Union([Type.String(), Type.Null()]),
    payload: Type.Record(Type.String(), Type.Unknown()),
  }),
});

/** A Connection stopped listening until somebody takes it over (DECISIONS 28). */
export const connectionPaused = defineEvent({
  type: 'fabric.connection.paused',
  title: 'Connection paused',
  description: 'A Connection was paused because its author can no longer act.',
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

/** More events reach a Connection than it may run; told once until it has been quiet for a minute. */
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
