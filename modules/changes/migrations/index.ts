import { createChanges } from './001-changes.ts';
import { addConfirmations } from './002-confirmations.ts';
import { approvalsAndFreezes } from './003-approvals-and-freezes.ts';
import { changeSets } from './004-change-sets.ts';
import { indexPending } from './005-pending.ts';
import { organizationRules } from './006-organization-rows.ts';
import { keptSecrets } from './007-kept-secrets.ts';
import { attemptOutput } from './008-attempt-output.ts';

export const migrations = [
  createChanges,
  addConfirmations,
  approvalsAndFreezes,
  changeSets,
  indexPending,
  organizationRules,
  keptSecrets,
  attemptOutput,
];
