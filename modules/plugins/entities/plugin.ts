import { defineTable, p, platformRights, timestamp } from '@patchbay/kernel/database';
import type { PluginManifest } from '@patchbay/plugins-sdk/package';
import type { QuarantineReason } from '../contract/quarantine-reasons.ts';

/** `quarantined` plugins are known and shown, but nothing of theirs runs until a release. */
export type PluginStatus = 'installed' | 'quarantined';

/** `verified`: by the pinned publisher key. `unknown_signer`: signed while no key is pinned. */
export type PluginSignature = 'unsigned' | 'unknown_signer' | 'verified';

/** An installed plugin. It belongs to the platform; which organizations use it stands in the enablements. */
export const Plugin = defineTable('plugins', {
  columns: {
    id: p.string().primary(),
    name: p.string(),
    version: p.string(),
    manifest: p.json().$type<PluginManifest>(),
    code: p.text(),
    digest: p.string(),
    signature: p.string().$type<PluginSignature>(),
    status: p.string().$type<PluginStatus>(),
    quarantine_reason: p.string().$type<QuarantineReason>().nullable(),
    /** Organization of its first installation; the record of a quarantine goes there. */
    home_organization_id: p.uuid(),
    installed_by: p.uuid().nullable(),
    installed_at: timestamp().defaultRaw('now()'),
    created_at: timestamp().defaultRaw('now()'),
    updated_at: timestamp().defaultRaw('now()'),
  },
  lock: platformRights('plugins', 'select, insert, update, delete'),
  constraints: [
    `constraint plugins_quarantine_reason check (quarantine_reason in ('timeout: it ran longer than it may', 'memory: it held more memory than it may', 'crash: its process ended by itself', 'protocol: it did not keep to what a plugin may say', 'late_work: it went on working after its answer', 'schema: its data cost more to check than it may'))`,
    `check (signature in ('unsigned', 'unknown_signer', 'verified'))`,
    `check (status in ('installed', 'quarantined'))`,
  ],
});
