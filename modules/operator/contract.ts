export { COMMANDS, command } from './command.ts';
export { CommandError, EXIT } from './command-error.ts';
export { KEYED_RECORDS, type KeyedRecord } from './keyed-records.ts';
