import { rateTable } from '@patchbay/runs';

export const AutomationRate = rateTable('automation_rates');
