import { type Capabilities, CapabilityError, SandboxHost } from '@patchbay/sandbox';
import { type PluginManifest, validateData } from '../package/index.ts';
import { LocalBudget } from './local-budget.ts';
import { fetchFromHost } from './local-http.ts';

/** A plugin on its author's machine: the real sandbox, with state in memory and events kept. */
export interface LocalPlatform {
  readonly sandbox: SandboxHost;
  /** Full types and payloads of what was emitted. */
  readonly emitted: { type: string; payload: unknown }[];
  readonly faults: string[];
  readonly state: Map<string, unknown>;
  /** Rest of its emit budget; a new event that leads to more begins with `restart`. */
  readonly budget: LocalBudget;
  /** Permissions are checked against this manifest; until it is set, everything is refused. */
  use(manifest: PluginManifest): void;
}

const MAX_KEYS = 10_000;

/** Opens a local platform; close it with `sandbox.dispose()`. */
export function openLocalPlatform(): LocalPlatform {
  const emitted: LocalPlatform['emitted'] = [];
  const faults: string[] = [];
  const state = new Map<string, unknown>();
  const budget = new LocalBudget();
  let manifest: PluginManifest | undefined;
  const capabilities: Capabilities = async (name, args, { bytes }) => {
    if (name.startsWith('log.')) return null;
    if (manifest === undefined) throw new CapabilityError('not_permitted', 'The plugin is not ready');
    if (name === 'events.emit') {
      budget.take(bytes);
      return emit(manifest, emitted, args[0], args[1]);
    }
    if (name.startsWith('state.')) return useState(manifest, state, name, args);
    if (name === 'http.fetch') return fetchFromHost(manifest.permissions.http, args[0], args[1]);
    throw new CapabilityError('unknown_capability', `There is no ${name}`);
  };
  const sandbox = new SandboxHost({
    capabilities,
    onFault: ({ kind, detail }) => faults.push(`${kind}: ${detail}`),
  });
  const use = (next: PluginManifest) => {
    manifest = next;
  };
  return { sandbox, emitted, faults, state, budget, use };
}

function emit(
  manifest: PluginManifest,
  emitted: LocalPlatform['emitted'],
  type: unknown,
  payload: unknown,
): null {
  const event = manifest.events.find((declared) => declared.type === type);
  if (event === undefined)
    throw new CapabilityError('event_not_declared', `The plugin does not declare ${String(type)}`);
  const [problem] = validateData(event.payload_schema, payload);
  if (problem?.isTooCostly)
    throw new CapabilityError('schema_too_costly', 'The payloads of a call cost more to check than they may');
  if (problem !== undefined)
    throw new CapabilityError('payload_invalid', `${problem.path} ${problem.message}`);
  emitted.push({ type: `plugin.${manifest.id}.${event.type}`, payload });
  return null;
}

function useState(
  manifest: PluginManifest,
  state: Map<string, unknown>,
  name: string,
  args: readonly unknown[],
): unknown {
  const [key, value] = args;
  if (!manifest.permissions.state)
    throw new CapabilityError('not_permitted', 'plugin.json does not ask for state');
  if (typeof key !== 'string' || key.length > 200)
    throw new CapabilityError('key_invalid', 'A key is a text of at most 200');
  if (name === 'state.get') return state.get(key) ?? null;
  if (name === 'state.list') return [...state.keys()].filter((known) => known.startsWith(key)).sort();
  if (name === 'state.delete') return void state.delete(key);
  if (state.size >= MAX_KEYS && !state.has(key))
    throw new CapabilityError('state_full', `At most ${MAX_KEYS} keys`);
  state.set(key, value ?? null);
  return null;
}
