import { counterTable } from '@patchbay/runs';

export const ConnectionCounter = counterTable('connection_counters');
