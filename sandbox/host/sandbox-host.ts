import type {
  CallAnswer,
  CallRequest,
  Capabilities,
  FaultKind,
  PluginSource,
  Registrations,
  SandboxFault,
} from '../contract.ts';
import { defaultLimits, type SandboxLimits } from '../limits.ts';
import { SandboxError } from '../sandbox-error.ts';
import { isWithin } from '../wire/bounded-json.ts';
import { ChildPool } from './children/child-pool.ts';
import type { Isolation } from './children/isolation.ts';
import { Watch } from './children/watch.ts';
import { LoadedPlugin } from './loaded-plugin.ts';
import { Quarantine } from './quarantine.ts';
import type { PreparedCall } from './runs/call-run.ts';
import { RunQueue } from './runs/run-queue.ts';
import { describeState, type SandboxStats } from './stats.ts';

/** Options of the embedder. */
export interface SandboxOptions {
  readonly capabilities: Capabilities;
  readonly onFault?: (fault: SandboxFault) => void;
  readonly limits?: Partial<SandboxLimits>;
  /** Clock of the quarantine window, in milliseconds. */
  readonly now?: () => number;
}

const PLUGIN_ID = /^[a-z][a-z0-9-]{1,62}$/;
const ORGANIZATION_ID = /^[A-Za-z0-9_-]{1,64}$/;
/** Longest wait for a turn; the call's own deadline counts from when it runs, so that a plugin is judged by its own time. */
const TURN_MS = 10_000;

/**
 * Runs plugins in processes of their own. Every method is safe to call at any time; every refusal is a
 * `SandboxError`. Nothing starts before the first `load` or `isolation`.
 */
export class SandboxHost {
  readonly #limits: SandboxLimits;
  readonly #queue: RunQueue;
  readonly #watch: Watch;
  readonly #pool: ChildPool;
  readonly #quarantine: Quarantine;
  readonly #options: SandboxOptions;
  readonly #plugins = new Map<string, LoadedPlugin>();
  #disposed = false;

  constructor(options: SandboxOptions) {
    this.#options = options;
    this.#limits = { ...defaultLimits, ...options.limits };
    this.#queue = new RunQueue(this.#limits);
    this.#watch = new Watch(this.#limits.processMemoryBytes, () => this.#queue.expire(performance.now()));
    this.#pool = new ChildPool(this.#limits.requestBytes * 2 + 4096);
    this.#quarantine = new Quarantine(this.#limits, options.now ?? Date.now);
  }

  /** Isolation of children on this machine; starts one to find out. */
  isolation(): Promise<Isolation> {
    return this.#pool.isolation();
  }

  /**
   * Holds a plugin ready and returns what it registered. A plugin of the same id is replaced only if this
   * succeeds. Throws `plugin_invalid`, `plugin_quarantined`, `sandbox_busy`, `sandbox_unavailable`, or the
   * error of a fault while the code was read.
   */
  async load(source: PluginSource): Promise<Registrations> {
    this.#checkSource(source);
    const plugin = new LoadedPlugin(source, {
      pool: this.#pool,
      watch: this.#watch,
      limits: this.#limits,
      capabilities: this.#options.capabilities,
      onFault: (...fault) => this.#onFault(...fault),
    });
    if (source.registrations === undefined) {
      const turn = { plugin_id: source.plugin_id, organization_id: '' };
      await this.#queue.run(turn, performance.now() + TURN_MS, undefined, () => plugin.start());
      this.#pool.refill();
    }
    const { registrations } = plugin;
    if (this.#disposed || registrations === null) {
      await plugin.stop(closed());
      throw closed();
    }
    const former = this.#plugins.get(source.plugin_id);
    this.#plugins.set(source.plugin_id, plugin);
    await former?.stop(new SandboxError('plugin_not_loaded', 'The plugin was replaced'));
    await this.#endSurplus(plugin);
    return registrations;
  }

  /** Ends a plugin and refuses what waits for it. Unknown ids are ignored. */
  async unload(pluginId: string): Promise<void> {
    const plugin = this.#plugins.get(pluginId);
    this.#plugins.delete(pluginId);
    const error = new SandboxError('plugin_not_loaded', 'The plugin was unloaded');
    this.#queue.clear(error, pluginId);
    await plugin?.stop(error);
  }

  /** Runs a handler of a plugin for one organization. */
  async call(request: CallRequest): Promise<CallAnswer> {
    const prepared = this.#prepare(request);
    const turnBy = performance.now() + TURN_MS;
    return this.#queue.run(request, turnBy, request.signal, () => this.#run(prepared));
  }

  /** Registrations of a plugin. Throws `plugin_not_loaded`. */
  describe(pluginId: string): Registrations {
    const registrations = this.#plugins.get(pluginId)?.registrations;
    if (registrations === undefined || registrations === null) throw unknownPlugin(pluginId);
    return registrations;
  }

  /** Lets a plugin out of quarantine and forgets its faults. */
  release(pluginId: string): void {
    this.#quarantine.release(pluginId);
  }

  /** Counts a fault that the embedder found in what belongs to the plugin; it leads to quarantine as others do. */
  reportFault(pluginId: string, organizationId: string, kind: FaultKind, detail: string): void {
    if (this.#plugins.has(pluginId)) this.#onFault(pluginId, organizationId, kind, detail);
  }

  stats(): SandboxStats {
    return describeState(this.#plugins, this.#queue, this.#quarantine, this.#pool.hasSpare);
  }

  /** Ends every process; calls that run or wait are refused with `sandbox_disposed`. */
  async dispose(): Promise<void> {
    this.#disposed = true;
    this.#queue.clear(closed());
    const plugins = [...this.#plugins.values()];
    this.#plugins.clear();
    await Promise.all([...plugins.map((plugin) => plugin.stop(closed())), this.#pool.dispose()]);
    this.#watch.stop();
  }

  #checkSource({ plugin_id, code }: PluginSource): void {
    if (this.#disposed) throw closed();
    if (!PLUGIN_ID.test(plugin_id)) throw new SandboxError('plugin_invalid', 'Not a plugin id');
    if (this.#quarantine.has(plugin_id)) throw quarantined(plugin_id);
    if (Buffer.byteLength(code) > this.#limits.codeBytes)
      throw new SandboxError('plugin_invalid', `Code of more than ${this.#limits.codeBytes} bytes`);
    if (!this.#plugins.has(plugin_id) && this.#plugins.size >= this.#limits.plugins)
      throw new SandboxError('sandbox_busy', 'As many plugins are loaded as may be');
  }

  #prepare(request: CallRequest): PreparedCall {
    if (this.#disposed) throw closed();
    const plugin = this.#plugins.get(request.plugin_id);
    if (plugin === undefined) throw unknownPlugin(request.plugin_id);
    if (this.#quarantine.has(request.plugin_id)) throw quarantined(request.plugin_id);
    if (!ORGANIZATION_ID.test(request.organization_id))
      throw new SandboxError('input_invalid', 'Not an organization id');
    if (!isRegistered(plugin.registrations, request))
      throw new SandboxError('not_registered', `The plugin has no ${request.kind} of this name`);
    const { operationDeadlineMs, eventDeadlineMs } = this.#limits;
    const most = request.kind === 'event' ? eventDeadlineMs : operationDeadlineMs;
    const deadlineMs = Math.max(1, Math.min(Math.trunc(request.deadlineMs ?? most), most));
    return { request, input: this.#encode(request.input), deadlineMs };
  }

  #encode(input: unknown): string {
    const { inputBytes } = this.#limits;
    if (!isWithin(input, this.#limits))
      throw new SandboxError('input_invalid', 'The input is too deep or has too many keys');
    let text: string;
    try {
      text = JSON.stringify(input) ?? 'null';
    } catch {
      throw new SandboxError('input_invalid', 'The input is no JSON value');
    }
    if (text.length > inputBytes || Buffer.byteLength(text) > inputBytes)
      throw new SandboxError('input_too_large', `Input of more than ${inputBytes} bytes`);
    return text;
  }

  /** Looked up again, since the plugin may have been unloaded or quarantined while the call waited. */
  #run(prepared: PreparedCall): Promise<CallAnswer> {
    const { plugin_id } = prepared.request;
    const plugin = this.#plugins.get(plugin_id);
    if (plugin === undefined) return Promise.reject(unknownPlugin(plugin_id));
    if (this.#quarantine.has(plugin_id)) return Promise.reject(quarantined(plugin_id));
    if (plugin.process !== null) return plugin.call(prepared);
    return this.#callAfterStart(plugin, prepared);
  }

  async #callAfterStart(plugin: LoadedPlugin, prepared: PreparedCall): Promise<CallAnswer> {
    await this.#endSurplus(plugin);
    try {
      return await plugin.call(prepared);
    } finally {
      this.#pool.refill();
    }
  }

  /** Ends the idle processes used longest ago while there are more than may be. */
  async #endSurplus(except: LoadedPlugin): Promise<void> {
    const live = [...this.#plugins.values()].filter((plugin) => plugin.process !== null && plugin !== except);
    const idle = live.filter((plugin) => !this.#queue.isBusy(plugin.source.plugin_id));
    idle.sort((one, other) => one.lastUsedAt - other.lastUsedAt);
    const surplus = idle.slice(0, Math.max(0, live.length + 1 - this.#limits.processes));
    await Promise.all(surplus.map((plugin) => plugin.stop(closed())));
  }

  #onFault(pluginId: string, organizationId: string | null, kind: FaultKind, detail: string): void {
    const isQuarantined = this.#quarantine.count(pluginId);
    if (isQuarantined) this.#queue.clear(quarantined(pluginId), pluginId);
    const fault = { plugin_id: pluginId, organization_id: organizationId, kind, detail };
    try {
      this.#options.onFault?.({ ...fault, quarantined: isQuarantined });
    } catch {
      // A reporter that throws must not turn a contained fault into one of the host.
    }
  }
}

function isRegistered(registrations: Registrations | null, { kind, name }: CallRequest): boolean {
  if (registrations === null) return false;
  if (kind === 'event') return registrations.events.includes(name);
  const list = kind === 'operation' ? registrations.operations : registrations.tools;
  return list.some((registration) => registration.name === name);
}

const closed = () => new SandboxError('sandbox_disposed', 'The sandbox was closed');
const quarantined = (id: string) => new SandboxError('plugin_quarantined', `Plugin ${id} is in quarantine`);
const unknownPlugin = (id: string) => new SandboxError('plugin_not_loaded', `Plugin ${id} is not loaded`);
