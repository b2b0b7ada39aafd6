import type { JsonSchema } from '../author/json.ts';

/** Permissions that a plugin requests; a super admin consents to them, and to those that an upgrade adds. */
export interface PluginPermissions {
  /** Event patterns it receives. */
  readonly events: readonly string[];
  readonly state: boolean;
  /** Short types it emits, as `plugin.<id>.<type>`. */
  readonly emit: readonly string[];
  /** Host names it may send requests to. */
  readonly http: readonly string[];
}

/** An event the plugin may emit; payloads are checked against the schema when it does. */
export interface ManifestEvent {
  readonly type: string;
  readonly title: string;
  readonly description: string;
  readonly payload_schema: JsonSchema;
}

/** A read operation as the catalog shows it (specification section 2.2). */
export interface ManifestOperation {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly input_schema: JsonSchema;
  readonly output_schema: JsonSchema | null;
  readonly produces: readonly string[];
  readonly accepts: readonly string[];
  readonly permission: string | null;
}

/** A tool offered to the AI assistant. */
export interface ManifestTool {
  readonly name: string;
  readonly description: string;
  readonly input_schema: JsonSchema;
}

/** `plugin.json` of a packed plugin, complete and checked. */
export interface PluginManifest {
  readonly manifest_version: 1;
  readonly id: string;
  readonly name: string;
  /** Semantic version. */
  readonly version: string;
  readonly description: string;
  /** Major of the kit it was built with. */
  readonly sdk: number;
  readonly permissions: PluginPermissions;
  readonly events: readonly ManifestEvent[];
  readonly operations: readonly ManifestOperation[];
  readonly tools: readonly ManifestTool[];
  /** Path in the package of the one script. */
  readonly entry: string;
}

/** Majors of the kit that this platform runs. */
export const supportedSdkMajors: readonly number[] = [1];
