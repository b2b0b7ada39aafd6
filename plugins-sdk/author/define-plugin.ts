import type { PluginContext } from './context.ts';
import type { Json, JsonSchema } from './json.ts';

/** An event as a plugin receives it. */
export interface PluginEvent<Payload = Json> {
  readonly id: string;
  readonly type: string;
  /** ISO 8601 in UTC. */
  readonly occurred_at: string;
  readonly payload: Payload;
}

/** Written as a method so that an author may narrow the payload; the platform sends what the event declares. */
export type EventHandler = { handle(event: PluginEvent<never>, context: PluginContext): unknown }['handle'];

/** A read operation: answers a question, changes nothing outside the plugin's own state (specification 4.6). */
export interface ReadOperation {
  readonly title: string;
  readonly description: string;
  /** Inputs that do not fit never reach `run`. An empty object when absent. */
  readonly input_schema?: JsonSchema;
  readonly output_schema?: JsonSchema;
  /** Media types; `application/json` when absent. */
  readonly produces?: readonly string[];
  readonly accepts?: readonly string[];
  /** The platform permission a caller needs; null means any member of the organization. */
  readonly permission?: string | null;
  run(input: unknown, context: PluginContext): unknown;
}

/** A tool for the AI assistant; the description is what the model reads. */
export interface AiTool {
  readonly description: string;
  readonly input_schema?: JsonSchema;
  run(input: unknown, context: PluginContext): unknown;
}

/** An event the plugin emits, by its short type: `seen` becomes `plugin.<id>.seen`. */
export interface EmittedEvent {
  readonly title?: string;
  readonly description?: string;
  readonly payload_schema: JsonSchema;
}

/** Registrations of a plugin. At most 50 event patterns, 50 operations and 20 tools (specification section 8). */
export interface PluginDefinition {
  /** As in `plugin.json`, where name and version are stated. */
  readonly id: string;
  readonly name?: string;
  readonly version?: string;
  /** Handlers by event pattern, such as `device.status.changed` or `controller.change.*`. */
  readonly events?: Readonly<Record<string, EventHandler>>;
  readonly operations?: Readonly<Record<string, ReadOperation>>;
  readonly tools?: Readonly<Record<string, AiTool>>;
  readonly emits?: Readonly<Record<string, EmittedEvent>>;
}

/**
 * Declares a plugin; call it once, at the top level of the entry file. Inside the sandbox this registers the
 * handlers. Outside, in an author's unit test, it returns the definition so that handlers can be called.
 */
export function definePlugin<const Definition extends PluginDefinition>(definition: Definition): Definition {
  return definition;
}
