import { gateTable } from '@patchbay/runs';

export const ConnectionGate = gateTable('connection_gates');
