import type { AnyCommand } from '../command.ts';
import { backup } from './backup.ts';
import { doctor } from './doctor.ts';
import { migrateCommand } from './migrate.ts';
import { restore } from './restore.ts';
import { rotateSecrets } from './rotate-secrets.ts';

/** Commands of the operator's tool itself; all others come from modules. */
export const operatorCommands: readonly AnyCommand[] = [
  migrateCommand,
  rotateSecrets,
  doctor,
  backup,
  restore,
];
