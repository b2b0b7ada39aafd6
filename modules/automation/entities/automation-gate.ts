import { gateTable } from '@patchbay/runs';

export const AutomationGate = gateTable('automation_gates');
