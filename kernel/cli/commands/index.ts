import type { AnyCommand } from '../command.ts';
import { backup } from './backup.ts';
import { doctor } from './doctor.ts';
import { migrateCommand } from './migrate.ts';
import { restore } from './restore.ts';
import { rotateSecrets } from './rotate-secrets.ts';

/** The kernel's own commands; all others come from modules. */
export const kernelCommands: readonly AnyCommand[] = [migrateCommand, rotateSecrets, doctor, backup, restore];
