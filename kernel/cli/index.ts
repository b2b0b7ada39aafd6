export {
  type AnyCommand,
  type ArgumentValues,
  COMMANDS,
  type Command,
  type CommandArgument,
  type CommandCall,
  type CommandNeeds,
  type CommandOption,
  command,
  type OptionValues,
} from './command.ts';
export { CommandError, type CommandErrorOptions, EXIT } from './command-error.ts';
export { INSTALLED, Installation } from './installation.ts';
export { type CommandLineOptions, contributedCommands, runCommandLine } from './run-command-line.ts';
export { Terminal } from './terminal.ts';
