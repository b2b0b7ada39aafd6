import type { JsonSchema } from '../author/json.ts';
import { EVENT_PATTERN } from './event-pattern.ts';
import { schemaProblems } from './json-schema/subset.ts';
import { validateData } from './json-schema/validate.ts';
import {
  type ManifestEvent,
  type ManifestOperation,
  type ManifestTool,
  type PluginManifest,
  type PluginPermissions,
  supportedSdkMajors,
} from './manifest.ts';
import { manifestSchema } from './manifest-schema.ts';
import { PluginPackageError } from './package-error.ts';

const PLUGIN_ID = /^[a-z][a-z0-9-]{1,62}$/;
const NAME = /^[a-z][a-z0-9_]{0,62}$/;
const EVENT_TYPE = /^[a-z][a-z0-9_]*(?:\.[a-z][a-z0-9_]*){0,3}$/;
const VERSION = /^(?:0|[1-9]\d{0,8})\.(?:0|[1-9]\d{0,8})\.(?:0|[1-9]\d{0,8})(?:-[0-9A-Za-z.-]{1,40})?$/;
const HOST = /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]{0,62})(?:\.[a-z0-9](?:[a-z0-9-]{0,62}))+$/;
const ENTRY = /^[A-Za-z0-9_][A-Za-z0-9_-]*(?:[./][A-Za-z0-9_-]+)*\.(?:js|ts|mjs|mts)$/;

/** The manifest as a file may write it: every list and text may be absent. */
interface WrittenManifest
  extends Pick<PluginManifest, 'manifest_version' | 'id' | 'name' | 'version' | 'sdk' | 'entry'> {
  readonly description?: string;
  readonly permissions?: Partial<PluginPermissions>;
  readonly events?: readonly (Partial<ManifestEvent> & Pick<ManifestEvent, 'type' | 'payload_schema'>)[];
  readonly operations?: readonly (Partial<ManifestOperation> & Pick<ManifestOperation, 'id' | 'title'>)[];
  readonly tools?: readonly (Partial<ManifestTool> & Pick<ManifestTool, 'name' | 'description'>)[];
}

const anyObject: JsonSchema = { type: 'object' };

function complete(written: WrittenManifest): PluginManifest {
  const { events = [], state = false, emit = [], http = [] } = written.permissions ?? {};
  return {
    manifest_version: 1,
    id: written.id,
    name: written.name,
    version: written.version,
    description: written.description ?? '',
    sdk: written.sdk,
    permissions: { events, state, emit, http },
    events: (written.events ?? []).map((event) => ({ title: event.type, description: '', ...event })),
    operations: (written.operations ?? []).map((operation) => ({
      description: '',
      input_schema: anyObject,
      output_schema: null,
      produces: ['application/json'],
      accepts: [],
      permission: null,
      ...operation,
    })),
    tools: (written.tools ?? []).map((tool) => ({ input_schema: anyObject, ...tool })),
    entry: written.entry,
  };
}

const repeated = (names: readonly string[]): string[] =>
  names.filter((name, at) => names.indexOf(name) !== at).map((name) => `${name}: declared twice`);

const misfits = (where: string, names: readonly string[], pattern: RegExp): string[] =>
  names
    .filter((name) => !pattern.test(name))
    .map((name) => `${where}: ${name.slice(0, 80)} is not well-formed`);

function namingProblems({
  id,
  version,
  entry,
  permissions,
  events,
  operations,
  tools,
}: PluginManifest): string[] {
  const emitted = events.map((event) => event.type);
  return [
    ...misfits('/id', [id], PLUGIN_ID),
    ...misfits('/version', [version], VERSION),
    ...misfits('/entry', [entry], ENTRY),
    ...misfits('/permissions/events', permissions.events, EVENT_PATTERN),
    ...misfits('/permissions/http', permissions.http, HOST),
    ...misfits('/events', emitted, EVENT_TYPE),
    ...misfits(
      '/operations',
      operations.map((operation) => operation.id),
      NAME,
    ),
    ...misfits(
      '/tools',
      tools.map((tool) => tool.name),
      NAME,
    ),
    ...repeated([...permissions.events]),
    ...repeated(emitted),
    ...repeated(operations.map((operation) => operation.id)),
    ...repeated(tools.map((tool) => tool.name)),
    ...permissions.emit
      .filter((type) => !emitted.includes(type))
      .map((type) => `/permissions/emit: ${type} has no schema`),
    ...emitted
      .filter((type) => !permissions.emit.includes(type))
      .map((type) => `/events: ${type} is not asked for`),
  ];
}

function allSchemaProblems({ events, operations, tools }: PluginManifest): string[] {
  return [
    ...events.flatMap((event) =>
      schemaProblems(event.payload_schema, `/events/${event.type}/payload_schema`),
    ),
    ...operations.flatMap(({ id, input_schema, output_schema }) => [
      ...schemaProblems(input_schema, `/operations/${id}/input_schema`),
      ...(output_schema === null ? [] : schemaProblems(output_schema, `/operations/${id}/output_schema`)),
    ]),
    ...tools.flatMap((tool) => schemaProblems(tool.input_schema, `/tools/${tool.name}/input_schema`)),
  ];
}

/**
 * Checks a parsed `plugin.json` and fills what it left out. Throws `manifest_invalid` naming each place,
 * `schema_unsafe` for a schema outside the subset, `sdk_unsupported` for another major of the kit.
 */
export function readManifest(data: unknown): PluginManifest {
  const shape = validateData(manifestSchema, data).map(({ path, message }) => `${path} ${message}`);
  if (shape.length > 0)
    throw new PluginPackageError('manifest_invalid', 'plugin.json is not as agreed', shape);
  const manifest = complete(data as WrittenManifest);
  const naming = namingProblems(manifest);
  if (naming.length > 0)
    throw new PluginPackageError('manifest_invalid', 'plugin.json is not as agreed', naming.slice(0, 20));
  if (!supportedSdkMajors.includes(manifest.sdk)) {
    const supported = supportedSdkMajors.join(', ');
    throw new PluginPackageError(
      'sdk_unsupported',
      `Built for kit ${manifest.sdk}; this platform runs ${supported}`,
    );
  }
  const unsafe = allSchemaProblems(manifest);
  if (unsafe.length > 0)
    throw new PluginPackageError('schema_unsafe', 'A schema is outside the subset', unsafe.slice(0, 20));
  return manifest;
}
