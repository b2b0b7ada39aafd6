import { writeGate } from './001-write-gate.ts';

export const migrations = [writeGate];
