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
  type Capabilities,
  CapabilityError,
  type Data,
  SandboxError,
  type SandboxFault,
  SandboxHost,
  type SandboxStats,
} from '@patchbay/sandbox';
import type { PluginCalls, PluginQuestion } from '../../contract.ts';
import type { InstalledPlugin, InstalledPlugins } from '../packages/installed-plugins.ts';
import { appendLog } from '../state/plugin-logs.ts';
import { storedState } from '../state/plugin-state.ts';
import { CallEffects, type Cause, rootOf } from './call-effects.ts';
import type { Emissions } from './emissions.ts';

export type PluginRequest = Pick<CallRequest, 'kind' | 'name' | 'input' | 'signal'>;

const TOO_COSTLY = 'A schema of the plugin costs more to check than it may';
const codeExemption = exempt('plugins.code', 'the code of a plugin is loaded for all organizations alike');

/** Runs enabled plugins in the sandbox, which starts with the first call and gives turns by time used. */
export class PluginRuntime implements PluginCalls {
  readonly #database: Database;
  readonly #installed: Pick<InstalledPlugins, 'all' | 'findEnabled' | 'watch'>;
  readonly #emissions: Pick<Emissions, 'spent' | 'record' | 'tell'>;
  readonly #onFault: (fault: SandboxFault) => void;
  readonly #loaded = new Map<string, string>();
  readonly #loading = new Map<string, Promise<void>>();
  #quarantined: ReadonlySet<string> = new Set();
  #sandbox: SandboxHost | undefined;
  #closed = false;

  constructor(
    database: Database,
    installed: Pick<InstalledPlugins, 'all' | 'findEnabled' | 'watch'>,
    emissions: Pick<Emissions, 'spent' | 'record' | 'tell'>,
    onFault: (fault: SandboxFault) => void,
  ) {
    this.#database = database;
    this.#installed = installed;
    this.#emissions = emissions;
    this.#onFault = onFault;
    installed.watch(() => this.#follow());
  }

  /** Starts to gather what a call does. Throws `plugin_not_loaded` for a plugin not enabled there. */
  open(plugin_id: string, organization_id: string, cause: Cause | null): CallEffects {
    const { manifest } = this.#runnable(plugin_id, organization_id);
    const stored = storedState(this.#database, plugin_id, organization_id);
    const root = rootOf(cause);
    return new CallEffects(manifest, organization_id, cause, stored, {
      spent: () => this.#emissions.spent(plugin_id, organization_id, root),
      record: (work, emitted) => this.#emissions.record(work, plugin_id, root, emitted),
    });
  }

  /** Makes the calls one after another; their effects go to `effects`. Commits nothing. */
  async run(effects: CallEffects, requests: readonly PluginRequest[]): Promise<readonly CallAnswer[]> {
    const { plugin_id, organization_id } = effects;
    const capabilities: Capabilities = (name, args, { bytes }) => effects.serve(name, args, bytes);
    const answers: CallAnswer[] = [];
    try {
      for (const request of requests) {
        const sandbox = await this.#load(this.#runnable(plugin_id, organization_id));
        answers.push(await sandbox.call({ ...request, plugin_id, organization_id, capabilities }));
      }
      return answers;
    } finally {
      if (effects.isTooCostly) this.#sandbox?.reportFault(plugin_id, organization_id, 'schema', TOO_COSTLY);
      await this.#emissions.tell(effects);
    }
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

  async #load(plugin: InstalledPlugin): Promise<SandboxHost> {
    if (this.#closed) throw new SandboxError('sandbox_disposed', 'The sandbox was closed');
    this.#sandbox ??= new SandboxHost({ capabilities: noneOutsideCalls, onFault: this.#onFault });
    const sandbox = this.#sandbox;
    if (this.#loaded.get(plugin.id) === plugin.digest) return sandbox;
    const key = `${plugin.id} ${plugin.digest}`;
    const loading =
      this.#loading.get(key) ??
      this.#loadInto(sandbox, plugin).finally(() => {
        this.#loading.delete(key);
      });
    this.#loading.set(key, loading);
    await loading;
    return sandbox;
  }

  async #loadInto(sandbox: SandboxHost, { id, version, digest, manifest }: InstalledPlugin): Promise<void> {
    const code = await this.#codeOf(id, digest);
    await sandbox.load({ plugin_id: id, version, code, registrations: registrationsOf(manifest) });
    this.#loaded.set(id, digest);
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

const noneOutsideCalls: Capabilities = () =>
  Promise.reject(new CapabilityError('late_call', 'The call was already answered'));

function schemasOf({ operations, tools }: PluginManifest, kind: PluginQuestion['kind'], name: string) {
  const operation = operations.find(({ id }) => id === name);
  if (kind === 'operation' && operation !== undefined) return operation;
  const tool = tools.find((each) => each.name === name);
  if (kind === 'tool' && tool !== undefined) return { input_schema: tool.input_schema, output_schema: null };
  throw new SandboxError('not_registered', `The plugin has no ${kind} of this name`);
}
