import { revisionTable } from '@patchbay/runs';

export const AutomationRevision = revisionTable('automation_revisions');
