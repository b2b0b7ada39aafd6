import { Service, type Token, token } from '../di/index.ts';
import type { EventDeclaration, EventRegistry } from '../events/index.ts';
import { type Contributions, type ExtensionPoint, extensionPoint } from '../extension/index.ts';
import type { Clock } from '../telemetry/index.ts';
import type { AnyOperation } from './define-operation.ts';
import { inputSchemaOf } from './input-schema.ts';

export type Tier = 'native' | 'plugin';

/** An operation with its module's state and its dependencies. */
export interface BoundOperation {
  readonly operation: AnyOperation;
  readonly provider_id: string;
  readonly tier: Tier;
  readonly isEnabled: () => boolean;
  readonly deps: Readonly<Record<string, unknown>>;
}

/** One line of `operations` in `GET /fabric/catalog` (SPEC 2.2 Operation). */
export interface OperationEntry {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly input_schema: unknown;
  readonly produces: readonly string[];
  readonly accepts: readonly string[];
  readonly permission: string | null;
  readonly write: boolean;
  readonly feature: string | null;
  readonly tier: Tier;
  readonly provider_id: string;
}

/** One line of `events` (SPEC 2.2 EventSpec). */
export interface EventEntry {
  readonly event_type: string;
  readonly title: string;
  readonly description: string;
  readonly payload_schema: unknown;
  readonly produces: readonly string[];
  readonly tier: Tier;
  readonly provider_id: string;
}

export interface AiToolEntry {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly permission: string | null;
  readonly tier: Tier;
  readonly provider_id: string;
}

/** Entries that come and go at run time, per organization: plugins. */
export interface CatalogSource {
  operations(organization_id: string): readonly OperationEntry[];
  events(organization_id: string): readonly EventEntry[];
  aiTools(organization_id: string): readonly AiToolEntry[];
}

export const CATALOG_SOURCES: ExtensionPoint<CatalogSource> = extensionPoint('fabric.catalog-sources');

export interface CatalogView {
  readonly operations: readonly OperationEntry[];
  readonly events: readonly EventEntry[];
  readonly ai_tools: readonly AiToolEntry[];
  readonly counts: {
    readonly operations: number;
    readonly events: number;
    readonly native_operations: number;
    readonly plugin_operations: number;
    readonly ai_tools: number;
  };
}

export const CATALOG: Token<Catalog> = token('kernel.fabric.catalog');

/** SPEC 6.1: rebuilt with a three-second cache. */
const CACHE_MS = 3_000;
const MAX_ORGANIZATIONS = 1_000;

/** Lists operations, events and AI tools of enabled modules and plugins. */
export class Catalog extends Service<{
  registry: EventRegistry;
  sources: Contributions<CatalogSource>;
  clock: Clock;
}> {
  readonly #operations = new Map<string, BoundOperation>();
  readonly #eventOwners = new Map<string, string>();
  readonly #built = new Map<
    string,
    { readonly atMs: number; readonly version: number; readonly view: CatalogView }
  >();

  addOperation(bound: BoundOperation): void {
    if (this.#operations.has(bound.operation.id))
      throw new Error(`operation "${bound.operation.id}" is declared twice`);
    this.#operations.set(bound.operation.id, bound);
  }

  // biome-ignore lint/suspicious/noExplicitAny: events of different payloads stand in one catalog
  addEvent(event: EventDeclaration<any>, provider_id: string): void {
    this.#eventOwners.set(event.type, provider_id);
  }

  /** A native operation of an enabled module. */
  find(operation_id: string): BoundOperation | undefined {
    const bound = this.#operations.get(operation_id);
    return bound?.isEnabled() ? bound : undefined;
  }

  /** An operation that a plugin offers in this organization. */
  findForeign(operation_id: string, organization_id: string): OperationEntry | undefined {
    return this.view(organization_id).operations.find(
      ({ id, tier }) => tier === 'plugin' && id === operation_id,
    );
  }

  view(organization_id: string): CatalogView {
    const nowMs = this.parts.clock.monotonicMs();
    const known = this.#built.get(organization_id);
    if (known && nowMs - known.atMs < CACHE_MS && known.version === this.parts.sources.version)
      return known.view;
    if (this.#built.size >= MAX_ORGANIZATIONS) this.#built.clear();
    const view = this.#build(organization_id);
    this.#built.set(organization_id, { atMs: nowMs, version: this.parts.sources.version, view });
    return view;
  }

  #build(organization_id: string): CatalogView {
    const sources = this.parts.sources.values;
    const native = [...this.#operations.values()].filter(({ isEnabled }) => isEnabled()).map(entryOf);
    const operations = [...native, ...sources.flatMap((source) => source.operations(organization_id))];
    const events = [
      ...this.parts.registry.declared.map((event) => this.#eventEntry(event)),
      ...sources.flatMap((source) => source.events(organization_id)),
    ];
    const ai_tools = sources.flatMap((source) => source.aiTools(organization_id));
    return {
      operations,
      events,
      ai_tools,
      counts: {
        operations: operations.length,
        events: events.length,
        native_operations: native.length,
        plugin_operations: operations.length - native.length,
        ai_tools: ai_tools.length,
      },
    };
  }

  // biome-ignore lint/suspicious/noExplicitAny: as above
  #eventEntry(event: EventDeclaration<any>): EventEntry {
    return {
      event_type: event.type,
      title: event.title,
      description: event.description,
      payload_schema: event.payload,
      produces: event.produces ?? [],
      tier: 'native',
      provider_id: this.#eventOwners.get(event.type) ?? 'kernel',
    };
  }
}

const entryOf = ({ operation, tier, provider_id, deps }: BoundOperation): OperationEntry => ({
  id: operation.id,
  title: operation.title,
  description: operation.description,
  input_schema: inputSchemaOf({ operation, deps }),
  produces: operation.produces ?? [],
  accepts: operation.accepts ?? [],
  permission: operation.permission,
  write: operation.write,
  feature: operation.write ? operation.feature : null,
  tier,
  provider_id,
});
