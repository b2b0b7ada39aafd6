import type { CallAnswer, Capabilities, FaultKind, PluginSource, Registrations } from '../contract.ts';
import type { SandboxLimits } from '../limits.ts';
import { SandboxError } from '../sandbox-error.ts';
import type { ChildPool } from './children/child-pool.ts';
import { IdleChild } from './children/idle-child.ts';
import type { SandboxChild } from './children/sandbox-child.ts';
import type { Watch } from './children/watch.ts';
import { CallRun, type PreparedCall } from './runs/call-run.ts';
import { LoadRun } from './runs/load-run.ts';
import type { Run, RunPlace } from './runs/run.ts';

/** Parts shared by all loaded plugins. */
export interface PluginSurroundings {
  readonly pool: ChildPool;
  readonly watch: Watch;
  readonly limits: SandboxLimits;
  readonly capabilities: Capabilities;
  readonly onFault: (
    pluginId: string,
    organizationId: string | null,
    kind: FaultKind,
    detail: string,
  ) => void;
}

/** Milliseconds the plugin's top level may run each time an isolate is made. */
const EVALUATE_MS = 5_000;

/** One loaded plugin: its code, and its process while it has one. The caller runs one thing at a time. */
export class LoadedPlugin {
  readonly source: PluginSource;
  calls = 0;
  lastUsedAt = 0;
  readonly #around: PluginSurroundings;
  #child: SandboxChild | null = null;
  #idle: IdleChild | null = null;
  #run: Pick<Run<unknown>, 'stop'> | null = null;
  #registrations: Registrations | null;

  constructor(source: PluginSource, around: PluginSurroundings) {
    this.source = source;
    this.#around = around;
    this.#registrations = source.registrations ?? null;
  }

  get registrations(): Registrations | null {
    return this.#registrations;
  }

  get process(): SandboxChild | null {
    return this.#child === null || this.#child.isGone ? null : this.#child;
  }

  /** Starts the process and reads the code, unless that is done. */
  async start(): Promise<SandboxChild> {
    const running = this.process;
    if (running !== null) return running;
    const child = await this.#around.pool.take();
    const { limits } = this.#around;
    const message = { code: this.source.code, limits: childLimits(limits) };
    const place = this.#place(child, null);
    const registrations = await this.#track(new LoadRun(place, EVALUATE_MS + 1_000, message, limits));
    this.#registrations ??= registrations;
    this.#child = child;
    return child;
  }

  /** Runs one call; the deadline counts from here on, after the process is up. */
  call(prepared: PreparedCall): Promise<CallAnswer> {
    this.calls += 1;
    this.lastUsedAt = performance.now();
    const { process } = this;
    return process === null
      ? this.start().then((child) => this.#callIn(child, prepared))
      : this.#callIn(process, prepared);
  }

  /** Ends the process; its run fails with the error. */
  async stop(error: SandboxError): Promise<void> {
    const child = this.#child;
    this.#run?.stop(error);
    this.#child = null;
    await child?.kill();
  }

  #callIn(child: SandboxChild, prepared: PreparedCall): Promise<CallAnswer> {
    const { request } = prepared;
    const { limits } = this.#around;
    const capabilities = request.capabilities ?? this.#around.capabilities;
    if (request.signal?.aborted) throw new SandboxError('call_aborted', 'The caller gave up');
    const run = new CallRun(this.#place(child, request.organization_id), prepared, limits, capabilities);
    const answer = this.#track(run);
    const { signal } = request;
    if (signal === undefined) return answer;
    const onAbort = () => run.stop(new SandboxError('call_aborted', 'The caller gave up'));
    signal.addEventListener('abort', onAbort, { once: true });
    return answer.finally(() => signal.removeEventListener('abort', onAbort));
  }

  #track<T>(run: Run<T>): Promise<T> {
    this.#run = run;
    return run.result;
  }

  #place(child: SandboxChild, organizationId: string | null): RunPlace {
    const { watch } = this.#around;
    // A fault while nothing runs cannot be traced to one organization's isolate.
    const idle =
      this.#idle?.child === child ? this.#idle : new IdleChild({ child, watch, onFault: this.#report(null) });
    this.#idle = idle;
    return { child, watch, onFault: this.#report(organizationId), rest: () => idle.rest() };
  }

  #report(organizationId: string | null) {
    return (kind: FaultKind, detail: string) =>
      this.#around.onFault(this.source.plugin_id, organizationId, kind, detail);
  }
}

function childLimits(limits: SandboxLimits): Readonly<Record<string, number>> {
  return {
    memory_mb: limits.isolateMemoryMb,
    requests: limits.requests,
    request_bytes: limits.requestBytes,
    output_bytes: limits.outputBytes,
    log_lines: limits.logLines,
    triggers: limits.triggers,
    actions: limits.actions,
    tools: limits.tools,
    isolate_calls: limits.isolateCalls,
    isolates: limits.isolates,
    evaluate_ms: EVALUATE_MS,
    frame_bytes: limits.inputBytes * 2 + 4096,
  };
}
