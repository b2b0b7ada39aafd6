import { pageQuerySchema } from '@patchbay/kernel/database';
import { Nullable } from '@patchbay/kernel/schema';
import Type, { type Static } from 'typebox';
import { QUARANTINE_REASONS } from './contract/quarantine-reasons.ts';

const text = Type.String();
const Timestamp = Type.String({ format: 'date-time' });
const list = (items = text) => Type.Array(items);
/** A schema a plugin brings; shown, never compiled. */
const PluginSchema = Type.Unknown();

/** Permissions that a plugin requests. */
const Permissions = Type.Object({ events: list(), state: Type.Boolean(), emit: list(), http: list() });

const Manifest = Type.Object({
  manifest_version: Type.Integer(),
  id: text,
  name: text,
  version: text,
  description: text,
  sdk: Type.Integer(),
  permissions: Permissions,
  events: Type.Array(
    Type.Object({ type: text, title: text, description: text, payload_schema: PluginSchema }),
  ),
  operations: Type.Array(
    Type.Object({
      id: text,
      title: text,
      description: text,
      input_schema: PluginSchema,
      output_schema: PluginSchema,
      produces: list(),
      accepts: list(),
      permission: Nullable(text),
    }),
  ),
  tools: Type.Array(Type.Object({ name: text, description: text, input_schema: PluginSchema })),
  entry: text,
});

const Signature = Type.Enum(['unsigned', 'unknown_signer', 'verified']);

const summary = {
  id: text,
  name: text,
  version: text,
  description: text,
  digest: text,
  signature: Signature,
  status: Type.Enum(['installed', 'quarantined']),
  quarantine_reason: Nullable(Type.Enum([...QUARANTINE_REASONS])),
  /** For the caller's organization. */
  enabled: Type.Boolean(),
  permissions: Permissions,
  installed_by: Nullable(Type.String({ format: 'uuid' })),
  installed_at: Timestamp,
  created_at: Timestamp,
  updated_at: Timestamp,
};

export const PluginSummarySchema = Type.Object(summary);
export const PluginReplySchema = Type.Object({ ...summary, manifest: Manifest });
export const PluginPreviewSchema = Type.Object({
  id: text,
  version: text,
  installed_version: Nullable(text),
  digest: text,
  signature: Signature,
  manifest: Manifest,
});
export const PluginLogLineSchema = Type.Object({
  id: Type.String({ format: 'uuid' }),
  level: Type.Enum(['info', 'warn', 'error']),
  message: text,
  fields: Type.Unknown(),
  event_id: Nullable(Type.String({ format: 'uuid' })),
  created_at: Timestamp,
  updated_at: Timestamp,
});

export const PluginId = Type.String({ pattern: '^[a-z][a-z0-9-]{1,62}$' });
export const PluginListQuery = pageQuerySchema({ sort: ['name', 'id', 'installed_at'] });
export const PluginLogQuery = pageQuerySchema({ sort: ['created_at'] });
export const InstallQuery = Type.Object({ dry_run: Type.Optional(Type.Boolean()) });
export const EnabledInput = Type.Object({ enabled: Type.Boolean() });

/** Lists of what is stored stay read-only here; the wire does not care. */
type Shown<T> = T extends readonly (infer U)[]
  ? readonly Shown<U>[]
  : T extends object
    ? { readonly [K in keyof T]: Shown<T[K]> }
    : T;

export type PluginSummary = Shown<Static<typeof PluginSummarySchema>>;
export type PluginReply = Shown<Static<typeof PluginReplySchema>>;
export type PluginPreview = Shown<Static<typeof PluginPreviewSchema>>;
export type LogLineReply = Static<typeof PluginLogLineSchema>;
