import type { Registrations } from '@patchbay/sandbox';
import type { PluginManifest } from './manifest.ts';

/** Registrations required of the package's code; given to `SandboxHost.load`, they save reading the code at start. */
export function registrationsOf(manifest: PluginManifest): Registrations {
  return {
    id: manifest.id,
    name: manifest.name,
    version: manifest.version,
    events: manifest.permissions.events,
    operations: manifest.operations.map(({ id, title }) => ({ name: id, title })),
    tools: manifest.tools.map(({ name }) => ({ name })),
    emits: null,
  };
}

/** Names how the code differs from the manifest: an id, a pattern, an operation or a tool on one side only. */
export function registrationProblems(manifest: PluginManifest, found: Registrations): string[] {
  const declared = registrationsOf(manifest);
  const pairs: [string, readonly string[], readonly string[]][] = [
    ['event', declared.events, found.events],
    ['operation', declared.operations.map(({ name }) => name), found.operations.map(({ name }) => name)],
    ['tool', declared.tools.map(({ name }) => name), found.tools.map(({ name }) => name)],
  ];
  const identity: [string, string | null, string | null][] = [
    ['id', declared.id, found.id],
    ['name', declared.name, found.name ?? declared.name],
    ['version', declared.version, found.version ?? declared.version],
  ];
  return [
    ...identity
      .filter(([, is, was]) => is !== was)
      .map(([what, is, was]) => `${what}: ${is} in plugin.json, ${was} in the code`),
    ...pairs.flatMap(([kind, manifestNames, codeNames]) => [
      ...manifestNames
        .filter((name) => !codeNames.includes(name))
        .map((name) => `${kind} ${name}: not in the code`),
      ...codeNames
        .filter((name) => !manifestNames.includes(name))
        .map((name) => `${kind} ${name}: not in plugin.json`),
    ]),
  ];
}
