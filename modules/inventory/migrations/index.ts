import { inventory001 } from './001-inventory.ts';
import { inventory002 } from './002-readings.ts';
import { inventory003 } from './003-credential-hosts.ts';
import { inventory004 } from './004-device-notes.ts';

export const migrations = [inventory001, inventory002, inventory003, inventory004];
