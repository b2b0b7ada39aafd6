import { migration } from '@patchbay/kernel/database';

/** Kept secrets are distinguished from sent ones: both are shown as hidden. */
export const keptSecrets = migration(
  'changes.007-kept-secrets',
  `alter table pending_changes add column kept_secrets jsonb not null default '[]'`,
);
