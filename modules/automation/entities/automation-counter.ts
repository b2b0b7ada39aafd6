import { counterTable } from '@patchbay/runs';

export const AutomationCounter = counterTable('automation_counters');
