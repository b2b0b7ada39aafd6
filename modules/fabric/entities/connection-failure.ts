import { failureTable } from '@patchbay/runs';

export const ConnectionFailure = failureTable('connection_failures');
