import { tunnelStates } from './001-tunnel-states.ts';

export const migrations = [tunnelStates];
