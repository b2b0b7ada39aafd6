import { revisionTable } from '@patchbay/runs';

export const ConnectionRevision = revisionTable('connection_revisions');
