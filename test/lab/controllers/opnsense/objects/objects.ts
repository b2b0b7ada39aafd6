import type { ConfigTables, Row } from '../config-tables.ts';
import { ApiException, inUse, Validations } from '../refusal.ts';
import type { FirewallSchema, Leaf, Leaves, Model } from '../schema.ts';
import { type Copies, choicesOf, tableOf } from './choices.ts';
import { checkConstraints } from './constraints.ts';
import { problemOf } from './field-checks.ts';
import { completed, newId } from './new-objects.ts';
import { objectRules } from './object-rules.ts';
import { asNode, asRow, innerOf } from './shown.ts';

type Json = Readonly<Record<string, unknown>>;

/** A list of objects of one model. */
export interface ObjectList {
  readonly table: string;
  readonly leaves: Leaves;
}

const lowered = new Set(['NetworkField', 'MacAddressField', 'RangeAddressField']);
const vipTable = 'OPNsense/Interfaces/Vip#vip';
const interfaceTable = 'OPNsense/Interfaces/NetworkInterface#interface';
const aliasTable = 'OPNsense/Firewall/Alias#aliases.alias';
/** Deleting one of the first takes along what hangs on it. */
const dependants: Readonly<Record<string, readonly (readonly [table: string, field: string])[]>> = {
  'OPNsense/Unbound/Unbound#hosts.host': [['OPNsense/Unbound/Unbound#aliases.alias', 'host']],
  'OPNsense/IPsec/Swanctl#Connections.Connection': ['locals.local', 'remotes.remote', 'children.child'].map(
    (path) => [`OPNsense/IPsec/Swanctl#${path}`, 'connection'] as const,
  ),
};

/** Reads and changes the saved configuration; every change is checked whole and then made, or refused. */
export class FirewallObjects {
  readonly #device: Copies & { readonly schema: FirewallSchema };

  constructor(device: Copies & { readonly schema: FirewallSchema }) {
    this.#device = device;
  }

  get #saved(): ConfigTables {
    return this.#device.saved;
  }

  list(model: string, path: string): ObjectList | undefined {
    const leaves = this.#device.schema.models.get(model)?.lists.get(path);
    return leaves && { table: tableOf(model, path), leaves };
  }

  /** Rows as lists show them. */
  rows({ table, leaves }: ObjectList): readonly Json[] {
    return this.#saved.rows(table).map((row) => asRow(table, leaves, row, this.#device));
  }

  /** One object as `get` shows it, or the blank one with the defaults; null when it is not there. */
  node({ table, leaves }: ObjectList, id: string | undefined): Json | null {
    const row = id === undefined ? blank(leaves) : this.#saved.find(table, id);
    return row === undefined ? null : asNode(table, leaves, row, this.#device);
  }

  add({ table, leaves }: ObjectList, fields: Json): string | Validations {
    const uuid = newId(table, this.#device);
    const row = completed(
      table,
      leaves,
      { ...blank(leaves), ...accepted(table, leaves, fields), uuid },
      this.#device,
    );
    return this.#keep(table, leaves, row) ?? uuid;
  }

  /** Null when there is no such object. */
  set({ table, leaves }: ObjectList, id: string, fields: Json): true | null | Validations {
    const known = this.#saved.find(table, id);
    if (known === undefined) return null;
    return this.#keep(table, leaves, { ...known, ...accepted(table, leaves, fields) }) ?? true;
  }

  /** False when there is no such object. Throws when others refer to it. */
  remove({ table }: ObjectList, id: string): boolean {
    const row = this.#saved.find(table, id);
    if (row === undefined) return false;
    this.#refuseUsed(table, row);
    for (const [dependant, field] of dependants[table] ?? [])
      for (const other of this.#saved.rows(dependant))
        if (other[field] === id) this.#saved.remove(dependant, other['uuid'] ?? '');
    return this.#saved.remove(table, id);
  }

  /** The settings of a model with its lists, as `get` shows them. */
  settings(model: Model): Json {
    const root: Record<string, unknown> = asNode(
      model.name,
      model.settings,
      { ...blank(model.settings), ...this.#saved.settings(model.name) },
      this.#device,
    );
    for (const [path, leaves] of model.lists) {
      const table = tableOf(model.name, path);
      const nodes = this.#saved
        .rows(table)
        .map((row) => [row['uuid'] ?? '', asNode(table, leaves, row, this.#device)] as const);
      const steps = path.split('.');
      const last = steps.pop() ?? '';
      let parent = root;
      for (const step of steps) parent = innerOf(parent, step);
      // An empty map prints as an empty list.
      parent[last] = nodes.length === 0 ? [] : Object.fromEntries(nodes);
    }
    return root;
  }

  setSettings(model: Model, fields: Json, only?: string): Validations {
    const given = accepted(model.name, model.settings, fields);
    const row: Row = { ...blank(model.settings), ...this.#saved.settings(model.name), ...given };
    const problems = new Validations();
    for (const [name, leaf] of model.settings) {
      if (only === undefined ? given[name] === undefined : !name.startsWith(`${only}.`)) continue;
      const problem = problemOf(leaf, row[name] ?? '', this.#device);
      if (problem !== null) problems.add(name, problem);
    }
    if (problems.isEmpty && only === undefined) this.#saved.set(model.name, given);
    return problems;
  }

  #keep(table: string, leaves: Leaves, row: Row): Validations | null {
    const problems = new Validations();
    for (const [name, leaf] of leaves) {
      const problem = problemOf(leaf, row[name] ?? '', this.#device);
      if (problem !== null) problems.add(name, problem);
    }
    checkConstraints(leaves, row, this.#saved.rows(table), problems);
    objectRules[table]?.(row, problems, this.#device);
    if (!problems.isEmpty) return problems;
    if (!this.#saved.put(table, row))
      throw new ApiException('out of memory', 500, 'An API exception occurred');
    return null;
  }

  #refuseUsed(table: string, row: Row): void {
    const { uuid = '', name = '' } = row;
    if (table === interfaceTable && row['lock'] === '1')
      throw inUse(['Interface locked, unset lock first before removal'], 'locked');
    const cascading = new Set((dependants[table] ?? []).map(([dependant]) => dependant));
    const users: string[] = [];
    for (const [model, { lists }] of this.#device.schema.models)
      for (const [path, leaves] of lists) {
        const other = tableOf(model, path);
        if (cascading.has(other)) continue;
        for (const user of this.#saved.rows(other))
          for (const [field, leaf] of leaves)
            if (refers(leaf, user[field] ?? '', table, uuid, name, this.#device))
              users.push(`${model.split('/')[1]} - ${user['description'] ?? ''} {${path}.${user['uuid']}}`);
      }
    if (users.length > 0) throw inUse(users.slice(0, 20), `Item ${name || uuid} in use by:`);
  }
}

/** Relations hold uuids; rules hold aliases by name. */
function refers(
  leaf: Leaf,
  text: string,
  table: string,
  uuid: string,
  name: string,
  copies: Copies,
): boolean {
  if (text === '') return false;
  const parts = text.split(',');
  if (leaf.type === 'ModelRelationField')
    return parts.includes(uuid) && choicesOf(leaf, copies)?.has(uuid) === true;
  return table === aliasTable && leaf.type === 'NetworkAliasField' && name !== '' && parts.includes(name);
}

function blank(leaves: Leaves): Row {
  return Object.fromEntries([...leaves].map(([name, leaf]) => [name, leaf.default ?? '']));
}

/** Known fields of a body as text under dotted names. The product drops what it does not know without a word. */
function accepted(table: string, leaves: Leaves, fields: Json, prefix = ''): Row {
  const row: Row = {};
  for (const [key, value] of Object.entries(fields)) {
    const name = prefix + key;
    const leaf = leaves.get(name);
    if (typeof value === 'object' && value !== null && !Array.isArray(value) && leaf === undefined)
      Object.assign(row, accepted(table, leaves, value as Json, `${name}.`));
    else if (leaf !== undefined) row[name] = textOf(leaf, value);
  }
  return table === vipTable && typeof fields['network'] === 'string'
    ? { ...row, ...split(fields['network']) }
    : row;
}

function textOf({ type }: Leaf, value: unknown): string {
  const text =
    value === null || value === undefined || value === false ? '' : value === true ? '1' : String(value);
  return lowered.has(type) ? text.trim().toLowerCase() : text;
}

/** Virtual addresses are given as one network and kept in two parts. */
function split(network: string): Row {
  const [subnet = '', bits] = network.split('/');
  return { subnet, subnet_bits: bits ?? (subnet.includes(':') ? '128' : '32') };
}
