import type { Static, TSchema } from 'typebox';
import { type CompiledQuery, sql, type Unit } from '../../infrastructure/database/index.ts';
import { newId } from '../../schema/index.ts';
import type { EventDeclaration } from '../define-event.ts';
import type { EventRegistry } from '../registry.ts';
import type { EventsPart, PublishOptions } from './events-part.ts';

interface Row {
  readonly id: string;
  readonly site_id: string | null;
  readonly event_type: string;
  readonly category: string;
  readonly priority: string;
  readonly payload: unknown;
  readonly causation: readonly string[];
}

/** Longest causation chain kept; deeper chains are stopped by the executor. */
const MAX_CAUSES = 16;

/** `work.events`: collects the unit's events and writes them in one statement right before COMMIT. */
export class LogWriter implements EventsPart {
  readonly #unit: Unit;
  readonly #registry: EventRegistry;
  readonly #onCommitted: () => void;
  readonly #rows: Row[] = [];

  constructor(unit: Unit, registry: EventRegistry, onCommitted: () => void) {
    this.#unit = unit;
    this.#registry = registry;
    this.#onCommitted = onCommitted;
  }

  publish<S extends TSchema>(
    event: EventDeclaration<S>,
    payload: Static<S>,
    options: PublishOptions = {},
  ): string {
    this.#registry.checkListed(event, this.#unit.organization_id);
    this.#registry.check(event, payload);
    if (this.#rows.length === 0) {
      this.#unit.withCommit(() => this.#statement());
      this.#unit.afterCommit(this.#onCommitted);
    }
    const id = newId();
    this.#rows.push({
      id,
      site_id: options.site_id ?? null,
      event_type: event.type,
      category: event.category,
      priority: event.priority ?? 'normal',
      payload,
      causation: (options.causation ?? []).slice(-MAX_CAUSES),
    });
    return id;
  }

  publishNamed(
    event_type: string,
    payload: Readonly<Record<string, unknown>>,
    options?: PublishOptions,
  ): string {
    const event = this.#registry.find(event_type, this.#unit.organization_id);
    if (!event) throw new Error(`event type "${event_type}" is declared by no module or plugin`);
    return this.publish(event, payload, options);
  }

  #statement(): CompiledQuery {
    const rows = JSON.stringify(this.#rows);
    return sql`
      with written as (
        insert into event_log (id, organization_id, site_id, event_type, category, priority, payload, causation)
        select r.id, ${this.#unit.organization_id}::uuid, r.site_id, r.event_type, r.category, r.priority, r.payload, r.causation
        from jsonb_to_recordset(${rows}::jsonb)
          as r(id uuid, site_id uuid, event_type text, category text, priority text, payload jsonb, causation uuid[])
        returning id)
      insert into event_pending (event_id) select id from written`.compile(this.#unit.sql);
  }
}
