import { failureTable } from '@patchbay/runs';

export const AutomationFailure = failureTable('automation_failures');
