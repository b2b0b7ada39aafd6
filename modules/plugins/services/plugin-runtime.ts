import { type Database, exempt, sql } from '@patchbay/kernel/database';
import { systemPrincipal } from '@patchbay/kernel/permissions';
import {
  type DataProblem,
  type PluginManifest,
  registrationsOf,
  validateData,
} from '@patchbay/plugins-sdk/package';
import {
  type CallAnswer,
  type CallRequest,
  CapabilityError,
  type Data,
  SandboxError,
  type SandboxFault,
  SandboxHost,
  type SandboxStats,
} from '@patchbay/sandbox';
import type { PluginCalls, PluginQuestion } from '../contract.ts';
import { CallEffects, type Cause } from './call-effects.ts';
import type { InstalledPlugin, InstalledPlugins } from './installed-plugins.ts';
import { appendLog } from './plugin-logs.ts';
import { storedState } from './plugin-state.ts';
import { PluginTurns } from './plugin-turns.ts';

export type PluginRequest = Pick<CallRequest, 'kind' | 'name' | 'input' | 'signal'>;

const TOO_COSTLY = 'A schema of the plugin costs more to check than it may';
const codeExemption = exempt('plugins.code', 'the code of a plugin is loaded for all organizations alike');

/**
 * Runs enabled plugins in the sandbox, which starts with the first call. A plugin runs one call at a time
 * in this process, so that what it asks for can be told to belong to that call.
 */
export class PluginRuntime implements PluginCalls {
  readonly #database: Database;
  readonly #installed: Pick<InstalledPlugins, 'all' | 'findEnabled' | 'watch'>;
  readonly #onFault: (fault: SandboxFault) => void;
  readonly #turns = new PluginTurns();
  readonly #current = new Map<string, CallEffects>();
  readonly #loaded = new Map<string, string>();
  #quarantined: ReadonlySet<string> = new Set();
  #sandbox: SandboxHost | undefined;
  #closed = false;

  constructor(
    database: Database,
    installed: Pick<InstalledPlugins, 'all' | 'findEnabled' | 'watch'>,
    onFault: (fault: SandboxFault) => void,
  ) {
    this.#database = database;
    this.#installed = installed;
    this.#onFault = onFault;
    installed.watch(() => this.#follow());
  }

  /** Starts to gather what a call does. Throws `plugin_not_loaded` for a plugin not enabled there. */
  open(plugin_id: string, organization_id: string, cause: Cause | null): CallEffects {
    const { manifest } = this.#runnable(plugin_id, organization_id);
    const stored = storedState(this.#database, plugin_id, organization_id);
    return new CallEffects(manifest, organization_id, cause, stored);
  }

  /** Makes the calls one after another; what they ask for goes to `effects`. Commits nothing. */
  run(effects: CallEffects, requests: readonly PluginRequest[]): Promise<readonly CallAnswer[]> {
    const { plugin_id, organization_id } = effects;
    return this.#turns.take(plugin_id, async () => {
      const sandbox = await this.#load(this.#runnable(plugin_id, organization_id));
      this.#current.set(plugin_id, effects);
      try {
        const answers: CallAnswer[] = [];
        for (const request of requests)
          answers.push(await sandbox.call({ ...request, plugin_id, organization_id }));
        return answers;
      } finally {
        this.#current.delete(plugin_id);
        if (effects.isTooCostly) sandbox.reportFault(plugin_id, organization_id, 'schema', TOO_COSTLY);
      }
    });
  }

  async ask({ plugin_id, organization_id, kind, name, input, signal }: PluginQuestion): Promise<Data> {
    const { manifest } = this.#runnable(plugin_id, organization_id);
    const { input_schema, output_schema } = schemasOf(manifest, kind, name);
    this.#assertFits('input_invalid', plugin_id, organization_id, validateData(input_schema, input));
    const effects = this.open(plugin_id, organization_id, null);
    const [answer] = await this.run(effects, [{ kind, name, input, ...(signal ? { signal } : {}) }]);
    const output = answer?.output ?? null;
    if (output_schema !== null)
      this.#assertFits('output_invalid', plugin_id, organization_id, validateData(output_schema, output));
    await this.#database.write(systemPrincipal(organization_id), async (work) => {
      await effects.commit(work);
      await appendLog(work, plugin_id, null, effects.lines);
    });
    return output;
  }

  #assertFits(
    code: 'input_invalid' | 'output_invalid',
    plugin_id: string,
    organization_id: string,
    [problem]: readonly DataProblem[],
  ): void {
    if (problem === undefined) return;
    if (!problem.isTooCostly) throw new SandboxError(code, `${problem.path} ${problem.message}`);
    this.#sandbox?.reportFault(plugin_id, organization_id, 'schema', TOO_COSTLY);
    throw new SandboxError('schema_too_costly', TOO_COSTLY);
  }

  /** Null while nothing has run yet. */
  stats(): SandboxStats | null {
    return this.#sandbox?.stats() ?? null;
  }

  async dispose(): Promise<void> {
    this.#closed = true;
    await this.#sandbox?.dispose();
  }

  #runnable(plugin_id: string, organization_id: string): InstalledPlugin {
    const plugin = this.#installed.findEnabled(plugin_id, organization_id);
    if (plugin === undefined)
      throw new SandboxError('plugin_not_loaded', `Plugin ${plugin_id} is not enabled here`);
    if (plugin.status === 'quarantined')
      throw new SandboxError('plugin_quarantined', `Plugin ${plugin_id} is in quarantine`);
    return plugin;
  }

  async #load({ id, version, digest, manifest }: InstalledPlugin): Promise<SandboxHost> {
    if (this.#closed) throw new SandboxError('sandbox_disposed', 'The sandbox was closed');
    this.#sandbox ??= new SandboxHost({
      capabilities: async (name, args, call) => this.#serve(call, name, args),
      onFault: this.#onFault,
    });
    if (this.#loaded.get(id) === digest) return this.#sandbox;
    const code = await this.#codeOf(id, digest);
    await this.#sandbox.load({ plugin_id: id, version, code, registrations: registrationsOf(manifest) });
    this.#loaded.set(id, digest);
    return this.#sandbox;
  }

  #codeOf(id: string, digest: string): Promise<string> {
    return this.#database.asSystem(codeExemption, async (db) => {
      const { rows } = await sql<{ code: string }>`
        select code from plugins where id = ${id} and digest = ${digest}`.execute(db);
      const code = rows[0]?.code;
      if (code === undefined) throw new SandboxError('plugin_not_loaded', `Plugin ${id} was just replaced`);
      return code;
    });
  }

  #serve(
    { plugin_id, organization_id }: { readonly plugin_id: string; readonly organization_id: string },
    name: string,
    args: readonly Data[],
  ): Promise<unknown> {
    const effects = this.#current.get(plugin_id);
    if (effects?.organization_id !== organization_id)
      throw new CapabilityError('late_call', 'The call was already answered');
    return effects.serve(name, args);
  }

  /** Lets go of what was removed or replaced, and of the quarantine of what was released. */
  #follow(): void {
    const known = new Map(this.#installed.all.map((plugin) => [plugin.id, plugin]));
    for (const [id, digest] of this.#loaded) {
      if (known.get(id)?.digest === digest) continue;
      this.#loaded.delete(id);
      this.#sandbox?.unload(id).catch(() => {});
      this.#sandbox?.release(id);
    }
    for (const id of this.#quarantined)
      if (known.get(id)?.status !== 'quarantined') this.#sandbox?.release(id);
    const quarantined = this.#installed.all.filter(({ status }) => status === 'quarantined');
    this.#quarantined = new Set(quarantined.map(({ id }) => id));
  }
}

function schemasOf({ operations, tools }: PluginManifest, kind: PluginQuestion['kind'], name: string) {
  const operation = operations.find(({ id }) => id === name);
  if (kind === 'operation' && operation !== undefined) return operation;
  const tool = tools.find((each) => each.name === name);
  if (kind === 'tool' && tool !== undefined) return { input_schema: tool.input_schema, output_schema: null };
  throw new SandboxError('not_registered', `The plugin has no ${kind} of this name`);
}
