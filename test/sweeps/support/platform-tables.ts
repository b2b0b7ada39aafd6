export interface PlatformTable {
  readonly why: string;
  /** What the application's own login may do there, sorted; everything else is for the platform's. */
  readonly grants: readonly string[];
  /**
   * Columns of text that every organization may be shown, and who writes them: the publisher in a package that a
   * super administrator took, or the platform, which a check on the column holds to fixed words. Text made by a
   * plugin, device or tenant stands in no table of all.
   */
  readonly texts?: Readonly<Record<string, 'package' | 'fixed words'>>;
}

/** Tables outside row-level security, and why each may be so. Every other table is under it. */
export const PLATFORM_TABLES: Readonly<Record<string, PlatformTable>> = {
  audit_checkpoints: {
    why: 'marks of the audit chain stand where whoever writes records cannot reach them',
    grants: [],
  },
  audit_heads: {
    why: 'heads of the audit chain stand where whoever writes records cannot reach them',
    grants: [],
  },
  authority_changes: { why: 'every process learns whose authority changed, in any organization', grants: [] },
  event_head: { why: 'the log has one numbering for all organizations', grants: [] },
  event_pending: {
    why: 'ids of events that wait for the relay; a publisher may only add',
    grants: ['insert'],
  },
  login_attempts: {
    why: 'failed sign-ins are counted by login, known or not, before any organization is known',
    grants: [],
  },
  passkey_used_challenges: {
    why: 'a sign-in without a login uses up its challenge before any organization is known',
    grants: [],
  },
  patchbay_migrations: { why: 'the ledger of the schema itself', grants: [] },
  migration_hashes: { why: 'what steps of the schema were applied, for all organizations', grants: [] },
  platform_settings: { why: 'settings of the whole platform', grants: [] },
  plugin_revision: { why: 'one number that rises with every change of a plugin', grants: [] },
  plugins: {
    why: 'a plugin is installed once, for all organizations that enable it',
    grants: ['delete', 'insert', 'select', 'update'],
    texts: {
      id: 'package',
      name: 'package',
      version: 'package',
      manifest: 'package',
      code: 'package',
      digest: 'package',
      signature: 'fixed words',
      status: 'fixed words',
      quarantine_reason: 'fixed words',
    },
  },
  setup_completions: { why: 'one row says that the platform was set up', grants: ['insert', 'select'] },
};
