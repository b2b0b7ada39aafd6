import { writeGate } from './001-write-gate.ts';
import { readGate } from './002-read-gate.ts';

export const migrations = [writeGate, readGate];
