export { bootDoomed, publishUntilKilled } from './doomed-platform.ts';
export { DoomedProcess, doomedPlace } from './doomed-process.ts';
export { type MigratedDatabase, migratedDatabase } from './migrated-database.ts';
export { answers, type Behaviour, type Received, Receiver } from './receiver.ts';
