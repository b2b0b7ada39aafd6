import type { Static, TSchema } from 'typebox';
import type { EventDeclaration } from '../define-event.ts';

export interface PublishOptions {
  /** Site the event belongs to; site grants narrow who sees it. */
  readonly site_id?: string | null;
  /** Ids of what led here, oldest first, without the event itself. */
  readonly causation?: readonly string[];
}

/** `work.events`: publishes in the transaction of the change; nothing leaves before COMMIT. */
export interface EventsPart {
  /** Answers the id of the event. Throws when the payload does not fit its schema. */
  publish<S extends TSchema>(
    event: EventDeclaration<S>,
    payload: Static<S>,
    options?: PublishOptions,
  ): string;
  /** For event types known only at run time (`plugin.<id>.*`); the type must be in the catalog. */
  publishNamed(
    event_type: string,
    payload: Readonly<Record<string, unknown>>,
    options?: PublishOptions,
  ): string;
}

declare module '../../infrastructure/database/unit-of-work.ts' {
  interface UnitParts {
    readonly events: EventsPart;
  }
}
