import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { timestamp } from '@patchbay/kernel/database';
import type { PluginManifest } from '@patchbay/plugins-sdk/package';
import type { QuarantineReason } from '../quarantine-reasons.ts';

/** `quarantined` plugins are known and shown, but nothing of theirs runs until a release. */
export type PluginStatus = 'installed' | 'quarantined';

/** `verified`: by the pinned publisher key. `unknown_signer`: signed while no key is pinned. */
export type PluginSignature = 'unsigned' | 'unknown_signer' | 'verified';

/** An installed plugin. It belongs to the platform; which organizations use it stands in the enablements. */
export const Plugin = defineEntity({
  name: 'Plugin',
  tableName: 'plugins',
  properties: {
    id: p.string().primary(),
    name: p.string(),
    version: p.string(),
    manifest: p.json().$type<PluginManifest>(),
    code: p.text(),
    digest: p.string(),
    signature: p.string().$type<PluginSignature>(),
    status: p.string().$type<PluginStatus>(),
    quarantine_reason: p.string().$type<QuarantineReason>().nullable(),
    /** Where it was installed from; the record of a quarantine goes there. */
    home_organization_id: p.uuid(),
    installed_by: p.uuid().nullable(),
    installed_at: timestamp(),
    created_at: timestamp().defaultRaw('now()'),
    updated_at: timestamp().defaultRaw('now()'),
  },
});

declare module '@patchbay/kernel/database' {
  interface Tables {
    plugins: InferKyselyTable<typeof Plugin>;
  }
}
