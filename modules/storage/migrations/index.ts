import { keepArtifacts } from './001-artifacts.ts';
import { poolStates } from './002-pool-states.ts';

export const migrations = [keepArtifacts, poolStates];
