import { SchemaCompiler } from '../schema/index.ts';
import type { EventDeclaration } from './define-event.ts';

const compiler = new SchemaCompiler({ allErrors: false, strict: false });

// biome-ignore lint/suspicious/noExplicitAny: events of different payloads stand in one registry
type AnyEvent = EventDeclaration<any>;

/** Event types that come and go at run time: those of plugins. */
export interface EventSource {
  find(event_type: string, organization_id: string): AnyEvent | undefined;
  list(organization_id: string): readonly AnyEvent[];
}

/** All declared event types of enabled modules, and whether a payload fits its type. */
export class EventRegistry {
  readonly #byType = new Map<string, { readonly event: AnyEvent; readonly isEnabled: () => boolean }>();
  readonly #sources: EventSource[] = [];

  add(event: AnyEvent, isEnabled: () => boolean): void {
    if (this.#byType.has(event.type)) throw new Error(`event type "${event.type}" is declared twice`);
    this.#byType.set(event.type, { event, isEnabled });
  }

  addSource(source: EventSource): void {
    this.#sources.push(source);
  }

  get declared(): readonly AnyEvent[] {
    return [...this.#byType.values()].filter(({ isEnabled }) => isEnabled()).map(({ event }) => event);
  }

  /** Every event type an organization can see: those of modules and of its plugins. */
  visibleIn(organization_id: string): readonly AnyEvent[] {
    return [...this.declared, ...this.#sources.flatMap((source) => source.list(organization_id))];
  }

  find(event_type: string, organization_id: string): AnyEvent | undefined {
    const known = this.#byType.get(event_type);
    if (known) return known.isEnabled() ? known.event : undefined;
    for (const source of this.#sources) {
      const found = source.find(event_type, organization_id);
      if (found) return found;
    }
    return undefined;
  }

  /** Throws for an event that no module lists in its `events`: it could be neither subscribed to nor read. */
  checkListed(event: AnyEvent, organization_id: string): void {
    const known = this.#byType.get(event.type)?.event;
    if (known === undefined && this.find(event.type, organization_id) === undefined)
      throw new Error(
        `event "${event.type}" is published and listed by no module: add it to "events" of the module that declares it`,
      );
    if (known !== undefined && known.payload !== event.payload)
      throw new Error(
        `event "${event.type}" is published with another declaration than the one that is listed`,
      );
  }

  /** Throws for a payload that is not what the type promises; a publisher's mistake, never a caller's. */
  check(event: AnyEvent, payload: unknown): void {
    const validate = compiler.compile(event.payload);
    if (!validate(payload)) {
      const [error] = validate.errors ?? [];
      throw new Error(
        `payload of ${event.type}: ${error?.instancePath ?? ''} ${error?.message ?? 'is not valid'}`,
      );
    }
  }
}
