import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Data, Registration, Registrations, SandboxHost } from '@patchbay/sandbox';
import { type PluginManifest, readManifest, registrationProblems } from '../package/index.ts';
import { bundlePlugin } from './bundle.ts';

/** A plugin built from its folder: its manifest, and the one script that runs. */
export interface BuiltPlugin {
  readonly manifest: PluginManifest;
  readonly code: string;
}

/** Name of the script in a package. */
export const BUILT_ENTRY = 'plugin.js';

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

async function readWritten(folder: string): Promise<Record<string, unknown>> {
  const written: unknown = JSON.parse(await readFile(join(folder, 'plugin.json'), 'utf8'));
  if (!isRecord(written) || typeof written['id'] !== 'string' || typeof written['entry'] !== 'string')
    throw new Error('plugin.json needs at least an id and an entry');
  return written;
}

/** Without the keys the code left out, and the name under the key the manifest uses. */
function stated(registration: Registration, nameKey: string): Record<string, Data> {
  const entries = Object.entries(registration).map(([key, value]) => [key === 'name' ? nameKey : key, value]);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

/** Adds the code's registrations to the manifest: operations, tools, events and their patterns are not written
 * twice. */
function completeWith(written: Record<string, unknown>, found: Registrations): unknown {
  const asked = isRecord(written['permissions']) ? written['permissions'] : {};
  const emits = isRecord(found.emits) ? found.emits : {};
  const events = Object.entries(emits).map(([type, about]) => ({ type, ...(isRecord(about) ? about : {}) }));
  return {
    operations: found.operations.map((operation) => stated(operation, 'id')),
    tools: found.tools.map((tool) => stated(tool, 'name')),
    events,
    ...written,
    permissions: { events: found.events, emit: events.map(({ type }) => type), ...asked },
    entry: BUILT_ENTRY,
  };
}

/**
 * Bundles a plugin, loads it into the sandbox, and completes its manifest from what the code registered.
 * Throws when the code does not compile, register or agree with `plugin.json`.
 */
export async function buildPlugin(folder: string, sandbox: SandboxHost): Promise<BuiltPlugin> {
  const written = await readWritten(folder);
  const code = await bundlePlugin(folder, String(written['entry']));
  const found = await sandbox.load({
    plugin_id: String(written['id']),
    version: String(written['version']),
    code,
  });
  const manifest = readManifest(completeWith(written, found));
  const problems = registrationProblems(manifest, found);
  if (problems.length > 0) throw new Error(`plugin.json and the code differ: ${problems.join('; ')}`);
  return { manifest, code };
}
