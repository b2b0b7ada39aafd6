import { chainAlarms } from './002-chain-alarms.ts';

export const migrations = [chainAlarms];
