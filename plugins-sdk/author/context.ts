import type { Json } from './json.ts';

/** Capabilities of a handler, passed as its second argument. Every promise rejects with an `Error` that carries
 * `code`. */
export interface PluginContext {
  /** The organization this call is for. State, events and logs are always its own. */
  readonly organization_id: string;
  readonly state: PluginState;
  readonly log: PluginLog;
  readonly http: PluginHttp;
  /**
   * Emits `plugin.<id>.<type>`. The type must be declared in `emits` and the payload fit its schema:
   * otherwise `event_not_declared` or `payload_invalid`. At most 100 events or 1 MiB for one event that leads to
   * them, over all calls of its chain, and 1,000 events or 5 MiB a minute: more is `emit_budget_spent`.
   */
  emit(type: string, payload: Json): Promise<void>;
  /** Attaches one file to the answer of an operation; counts towards the 256 KiB of its output. */
  attach(artifact: PluginArtifact): void;
}

/** Key and value storage of this plugin in this organization. Needs `permissions.state`. */
export interface PluginState {
  /** Null when there is no such key. */
  get<T extends Json>(key: string): Promise<T | null>;
  set(key: string, value: Json): Promise<void>;
  delete(key: string): Promise<void>;
  /** Keys in order, those that begin with the prefix. */
  list(prefix?: string): Promise<string[]>;
}

/** Lines for the plugin's log; 100 a call, the rest is dropped. */
export interface PluginLog {
  info(message: string, fields?: Json): void;
  warn(message: string, fields?: Json): void;
  error(message: string, fields?: Json): void;
}

/** Requests to hosts named in `permissions.http`, and to no others. */
export interface PluginHttp {
  fetch(url: string, options?: PluginHttpOptions): Promise<PluginHttpAnswer>;
}

/** The request; `GET` without headers when absent. */
export interface PluginHttpOptions {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** The whole answer; at most 1 MiB. */
export interface PluginHttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A file that goes with an answer. */
export interface PluginArtifact {
  readonly media_type: string;
  readonly encoding: 'utf8' | 'base64';
  readonly content: string;
}
