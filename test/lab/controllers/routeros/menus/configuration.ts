import * as refusals from '../refusal.ts';
import type { Menu, RouterSchema } from '../schema.ts';
import type { RouterTables, Row } from '../tables.ts';
import { networkOf } from '../values/addresses.ts';
import { fieldRules } from '../values/field-rules.ts';
import { acceptValue } from '../values/values.ts';
import { interfaceKinds } from './interface-kinds.ts';
import { completeRow } from './new-objects.ts';
import { refuseDuplicate } from './uniqueness.ts';

type Arguments = Readonly<Record<string, unknown>>;

/** Menus where the router lets go of an object it made by itself. */
const removableDynamic = new Set(['/ip/dhcp-server/lease', '/ip/firewall/address-list', '/ip/arp']);

/** Checks and carries out changes of the configuration; each either happens whole or throws `Refusal`. */
export class RouterConfiguration {
  readonly #device: { readonly schema: RouterSchema; readonly tables: RouterTables };

  constructor(device: { readonly schema: RouterSchema; readonly tables: RouterTables }) {
    this.#device = device;
  }

  create(menu: Menu, given: Arguments): Row {
    if (!menu.add) throw refusals.noSuchCommand('add');
    const { 'place-before': placeBefore, ...fields } = given;
    if (placeBefore !== undefined && !menu.ordered) throw refusals.unknownParameter('place-before');
    const accepted = this.accept(menu, fields);
    const missing = menu.required.filter((name) => accepted[name] === undefined);
    if (missing.length > 0) throw refusals.missingValues(missing);
    const before = placeBefore === undefined ? undefined : this.item(menu, placeBefore)['.id'];
    const row = completeRow(menu, accepted, this.#device.tables);
    refuseDuplicate(this.#device.tables, menu.path, row);
    return this.#device.tables.insert(menu.path, row, before);
  }

  set(menu: Menu, row: Row, given: Arguments): Row {
    if (!menu.set) throw refusals.noSuchCommand('set');
    const accepted = this.accept(menu, given);
    const home = this.#homeOf(menu.path, row);
    const { name: oldName } = row;
    if (!menu.singleton) {
      refuseUntouchable(row);
      refuseDuplicate(this.#device.tables, home, { ...row, ...accepted }, row);
    }
    if (menu.path === '/ip/address' && accepted['address'] !== undefined) {
      const prefix = accepted['address'].includes('/') ? accepted['address'] : `${accepted['address']}/32`;
      Object.assign(accepted, { address: prefix, network: accepted['network'] ?? networkOf(prefix) });
    }
    this.#device.tables.update(home, row, accepted);
    const { name } = accepted;
    if (oldName !== undefined && name !== undefined && name !== oldName) this.#follow(home, oldName, name);
    if (accepted['disabled'] !== undefined) this.#device.tables.update(home, row, reaction(row));
    return row;
  }

  remove(menu: Menu, row: Row): void {
    if (!menu.remove) throw refusals.noSuchCommand('remove');
    if (row['builtin'] === 'true' || (row['dynamic'] === 'true' && !removableDynamic.has(menu.path))) {
      throw refusals.failure('can not change builtin');
    }
    this.#device.tables.remove(menu.path, row);
  }

  unset(menu: Menu, row: Row, name: string): void {
    if (!menu.unset.has(name)) throw refusals.noMatch('value-name');
    refuseUntouchable(row);
    this.#device.tables.unset(menu.path, row, name);
  }

  move(menu: Menu, rows: readonly Row[], destination: Row | undefined): void {
    if (destination !== undefined && rows.includes(destination)) return;
    this.#device.tables.move(menu.path, rows, destination);
  }

  /** The object an argument names: by `*1A`, or by its name where the menu has names. */
  item(menu: Menu, given: unknown): Row {
    const wanted = typeof given === 'string' ? given : '';
    const key = wanted.startsWith('*') ? '.id' : 'name';
    const row = this.rowsOf(menu.path).find((one) => one[key] === wanted);
    if (wanted === '' || row === undefined) throw refusals.noSuchItem();
    return row;
  }

  /** Rows that can be changed through this menu; `/interface` reaches into every kind of interface. */
  rowsOf(path: string): readonly Row[] {
    if (path !== '/interface') return this.#device.tables.rows(path);
    return [...interfaceKinds.keys()].flatMap((kind) => this.#device.tables.rows(kind));
  }

  /** Arguments checked against the fields of a menu or of one of its commands. */
  accept(menu: Menu, given: Arguments, fields = menu.fields): Row {
    const accepted: Row = {};
    for (const [name, value] of Object.entries(given)) {
      const type = fields.get(name);
      if (type === undefined) throw refusals.unknownParameter(name);
      accepted[name] = acceptValue(menu.path, name, type, value, (menus, wanted) =>
        this.#exists(menus, wanted),
      );
    }
    return accepted;
  }

  #exists(menus: readonly string[], name: string): boolean {
    return menus.some((menu) => this.rowsOf(menu).some((row) => row['name'] === name));
  }

  #homeOf(path: string, row: Row): string {
    if (path !== '/interface') return path;
    return [...interfaceKinds.keys()].find((kind) => this.#device.tables.rows(kind).includes(row)) ?? path;
  }

  /** References are kept when an object is renamed, as the router keeps them by its own numbers. */
  #follow(home: string, oldName: string, newName: string): void {
    for (const path of this.#device.tables.menus()) {
      const menu = this.#device.schema.menus.get(path);
      if (menu === undefined) continue;
      const fields = [...menu.fields.keys()].filter((field) => refersTo(menu, field, home));
      for (const row of this.#device.tables.rows(path)) {
        for (const field of fields) {
          const names = row[field]?.split(',');
          if (!names?.includes(oldName)) continue;
          const renamed = names.map((name) => (name === oldName ? newName : name)).join(',');
          this.#device.tables.update(path, row, { [field]: renamed });
        }
      }
    }
  }
}

function refersTo(menu: Menu, field: string, home: string): boolean {
  if (field === 'name' || field === 'comment') return false;
  const rule = fieldRules[`${menu.path} ${field}`] ?? fieldRules[field];
  const isInterface = interfaceKinds.has(home);
  if (rule && 'refersTo' in rule)
    return rule.refersTo.includes(home) || (isInterface && rule.refersTo.includes('/interface'));
  return isInterface && Boolean(menu.fields.get(field)?.values?.includes('ether1'));
}

function refuseUntouchable(row: Row): void {
  if (row['dynamic'] === 'true' || row['builtin'] === 'true')
    throw refusals.failure('can not change builtin');
}

function reaction(row: Row): Row {
  const up = row['disabled'] === 'true' ? 'false' : 'true';
  const answer: Row = {};
  for (const name of ['running', 'active']) if (row[name] !== undefined) answer[name] = up;
  return answer;
}
