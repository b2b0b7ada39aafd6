import type { Data } from './wire/bounded-json.ts';

/** Kinds of calls to a plugin. For `event` the name is the pattern under which its handler registered. */
export type CallKind = 'event' | 'operation' | 'tool';

/** A call into a plugin. `input` is any JSON value of at most 1 MiB. */
export interface CallRequest {
  readonly plugin_id: string;
  readonly organization_id: string;
  readonly kind: CallKind;
  readonly name: string;
  readonly input: unknown;
  /** From the moment the call runs; at most the default (operations and tools 30,000, events 5,000). */
  readonly deadlineMs?: number;
  /** Ends the call without counting a fault; a call that already runs costs the plugin its process. */
  readonly signal?: AbortSignal;
  /** Serves what this call asks for, in the place of the host's. */
  readonly capabilities?: Capabilities;
}

/** One line a plugin wrote with `ctx.log`. */
export interface LogLine {
  readonly level: 'info' | 'warn' | 'error';
  readonly message: string;
  readonly fields: Data;
}

/** Result of a call. All data is without prototypes; it is as the plugin sent it, so check it by its schema. */
export interface CallAnswer {
  readonly output: Data;
  /** Value the handler gave to `ctx.attach`. */
  readonly artifact?: Data;
  readonly log?: readonly LogLine[];
}

/** One operation or tool as the code declared it. */
export interface Registration {
  readonly name: string;
  readonly [fact: string]: Data | undefined;
}

/** Registrations of a plugin's code. */
export interface Registrations {
  readonly id: string | null;
  readonly name: string | null;
  readonly version: string | null;
  /** Event patterns (triggers), at most 50. */
  readonly events: readonly string[];
  /** Read operations (actions), at most 50. */
  readonly operations: readonly Registration[];
  /** AI tools, at most 20. */
  readonly tools: readonly Registration[];
  readonly emits: Data;
}

/** A plugin to hold ready. `code` is one script that calls the global `definePlugin({...})` once. */
export interface PluginSource {
  readonly plugin_id: string;
  readonly version: string;
  readonly code: string;
  /** Registrations of a former `load`; given these, no process starts before the first call. */
  readonly registrations?: Registrations;
}

/** The plugin, organization and call that ask for a capability. */
export interface CapabilityCall {
  readonly plugin_id: string;
  readonly organization_id: string;
  readonly call_id: string;
  /** Bytes of what it sent with this one. */
  readonly bytes: number;
}

/**
 * Functions a plugin can reach: `state.get|set|delete|list`, `events.emit`, `log.info|warn|error`, `http.fetch`.
 * Throw a `CapabilityError` to refuse. Each must end in time by itself: the plugin's deadline runs on while it waits.
 */
export type Capabilities = (name: string, args: readonly Data[], call: CapabilityCall) => Promise<unknown>;

/** Misbehaviour that counts towards quarantine; it ends the plugin's process unless it is of kind `schema`. */
export interface SandboxFault {
  readonly plugin_id: string;
  readonly organization_id: string | null;
  readonly kind: FaultKind;
  /** May hold text of the organization; no other may see it. */
  readonly detail: string;
  readonly quarantined: boolean;
}

/**
 * `late_work`: the plugin went on asking for things after it had answered. `schema`: the embedder found that a schema
 * of the plugin costs more to check than it may.
 */
export type FaultKind = 'timeout' | 'memory' | 'crash' | 'protocol' | 'late_work' | 'schema';
