import { passkeys } from './001-passkeys.ts';

export const migrations = [passkeys];
