export { COMMANDS, command } from './command.ts';
export { CommandError, EXIT } from './command-error.ts';
