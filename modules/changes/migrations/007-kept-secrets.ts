import { migration } from '@patchbay/kernel/database';

/** What an update keeps is told apart from what it sends: both are shown as hidden. */
export const keptSecrets = migration(
  'changes.007-kept-secrets',
  `alter table pending_changes add column kept_secrets jsonb not null default '[]'`,
);
