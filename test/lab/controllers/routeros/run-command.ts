import type { CommandResult } from './command-result.ts';
import type { RouterDevice } from './device.ts';
import { specialCommands } from './menus/special-commands.ts';
import { noSuchCommand, Refusal } from './refusal.ts';
import type { Menu, ValueType } from './schema.ts';
import type { Row } from './tables.ts';

export interface CommandRequest {
  readonly device: RouterDevice;
  readonly directory: string;
  readonly menu: Menu | undefined;
  readonly command: string;
  readonly given: Readonly<Record<string, unknown>>;
  readonly sessionLimitMs: number;
  readonly restart: () => void;
  readonly powerOff: () => void;
}

const text: ValueType = {};
const flag: ValueType = { t: 'string' };
/** Commands of the console's root, which the inspection has no menu for. */
const rootCommands: Readonly<Record<string, ReadonlyMap<string, ValueType> | 'as_tool'>> = {
  ping: 'as_tool',
  export: new Map([
    ['compact', flag],
    ['verbose', flag],
    ['terse', flag],
    ['hide-sensitive', flag],
    ['show-sensitive', flag],
    ['file', text],
  ]),
};
/** Name objects rather than carry values, so the command itself looks them up. */
const selectors = new Set(['numbers', 'number', '.id']);

/** Runs a command that belongs to one menu or to the root. Arguments are checked against the schema first. */
export function runCommand(request: CommandRequest): CommandResult {
  const { device, directory, command, given } = request;
  const tool = device.schema.menus.get('/tool');
  const root = directory === '' && Object.hasOwn(rootCommands, command) ? rootCommands[command] : undefined;
  const known =
    root === 'as_tool' ? tool?.actions.get(command) : (root ?? request.menu?.actions.get(command));
  const menu = request.menu ?? tool;
  if (known === undefined || menu === undefined) throw noSuchCommand(command);
  const path = `${directory}/${command}`;
  const selected: Row = {};
  const rest: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(given)) {
    const selects = selectors.has(name) && (known.has(name) || name === '.id');
    if (selects) selected[name] = String(value);
    else rest[name] = value;
  }
  const accepted = device.configuration.accept({ ...menu, path }, rest, known);
  const run = specialCommands[path];
  if (run === undefined) throw new Refusal(`the lab does not simulate ${path}`, 501);
  const { sessionLimitMs, restart, powerOff } = request;
  return run({ device, menu, given: { ...accepted, ...selected }, sessionLimitMs, restart, powerOff });
}
