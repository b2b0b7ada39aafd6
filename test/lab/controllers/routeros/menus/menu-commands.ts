import type { CommandResult } from '../command-result.ts';
import type { RouterDevice } from '../device.ts';
import { matchesQuery, pick } from '../query.ts';
import * as refusals from '../refusal.ts';
import type { Menu } from '../schema.ts';
import type { Row } from '../tables.ts';

type Arguments = Readonly<Record<string, unknown>>;
type MenuCommand = (device: RouterDevice, menu: Menu, given: Arguments) => CommandResult;

const printFlags = new Set(['detail', 'brief', 'terse', 'stats', 'without-paging', 'count-only', 'once']);

const print: MenuCommand = (device, menu, given) => {
  if (!menu.print) throw refusals.noSuchCommand('print');
  const { '.proplist': proplist, '.query': query, ...flags } = given;
  const unknown = Object.keys(flags).find((name) => !printFlags.has(name));
  if (unknown !== undefined) throw refusals.unknownParameter(unknown);
  const words = textList('.query', query) ?? [];
  const rows = device.print(menu).filter((row) => matchesQuery(row, words));
  if ('count-only' in flags) return { body: { ret: String(rows.length) } };
  const names = textList('.proplist', proplist);
  return { body: rows.map((row) => pick(row, names)) };
};

const add: MenuCommand = (device, menu, given) => ({
  body: { ret: device.configuration.create(menu, given)['.id'] },
});

const set: MenuCommand = (device, menu, given) => {
  if (!menu.set) throw refusals.noSuchCommand('set');
  if (menu.singleton) {
    device.configuration.set(menu, device.tables.single(menu.path), given);
    return { body: [] };
  }
  const { rows, rest } = chosen(device, menu, given);
  return each(device, rows, (row) => device.configuration.set(menu, row, rest));
};

const remove: MenuCommand = (device, menu, given) => {
  if (!menu.remove) throw refusals.noSuchCommand('remove');
  const { rows, rest } = chosen(device, menu, given);
  refuseAny(rest);
  return each(device, rows, (row) => device.configuration.remove(menu, row));
};

const unset: MenuCommand = (device, menu, given) => {
  if (menu.unset.size === 0) throw refusals.noSuchCommand('unset');
  const { rows, rest } = chosen(device, menu, given);
  const { 'value-name': name, ...unknown } = rest;
  refuseAny(unknown);
  if (typeof name !== 'string') throw refusals.missingValues(['value-name']);
  return each(device, rows, (row) => device.configuration.unset(menu, row, name));
};

const switched =
  (command: 'enable' | 'disable'): MenuCommand =>
  (device, menu, given) => {
    if (!menu[command]) throw refusals.noSuchCommand(command);
    const { rows, rest } = chosen(device, menu, given);
    refuseAny(rest);
    for (const row of rows) device.configuration.set(menu, row, { disabled: command === 'disable' });
    return { body: [] };
  };

const move: MenuCommand = (device, menu, given) => {
  if (!menu.move) throw refusals.noSuchCommand('move');
  const { rows, rest } = chosen(device, menu, given);
  const { destination, ...unknown } = rest;
  refuseAny(unknown);
  const before = destination === undefined ? undefined : device.configuration.item(menu, destination);
  device.configuration.move(menu, rows, before);
  return { body: [] };
};

/** Commands every menu has as far as its schema says so. */
export const menuCommands: Readonly<Record<string, MenuCommand>> = {
  print,
  add,
  set,
  remove,
  unset,
  enable: switched('enable'),
  disable: switched('disable'),
  move,
};

/** The objects named by `.id` or `numbers`, one or a comma list, and the arguments that are left. */
export function chosen(
  device: RouterDevice,
  menu: Menu,
  given: Arguments,
): { rows: readonly Row[]; rest: Arguments } {
  const { '.id': id, numbers, ...rest } = given;
  const named = id ?? numbers;
  if (named === undefined) throw refusals.missingValues(['numbers']);
  return {
    rows: String(named)
      .split(',')
      .map((one) => device.configuration.item(menu, one)),
    rest,
  };
}

/** All of the named objects change or none does. */
function each(device: RouterDevice, rows: readonly Row[], change: (row: Row) => void): CommandResult {
  const before = rows.length > 1 ? device.tables.snapshot() : null;
  try {
    rows.forEach(change);
  } catch (error) {
    if (before !== null) device.tables.restore(before);
    throw error;
  }
  return { body: [] };
}

function refuseAny(unknown: Arguments): void {
  const [name] = Object.keys(unknown);
  if (name !== undefined) throw refusals.unknownParameter(name);
}

/** A list given as JSON array or as comma text. */
function textList(name: string, given: unknown): readonly string[] | null {
  if (given === undefined) return null;
  const list: unknown = typeof given === 'string' ? given.split(',') : given;
  if (!Array.isArray(list) || list.length > 500) throw refusals.invalidValue(name);
  return list.map((item) => String(item));
}
