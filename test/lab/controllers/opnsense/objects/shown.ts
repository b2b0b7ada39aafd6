import type { Row } from '../config-tables.ts';
import type { Leaf, Leaves } from '../schema.ts';
import { aliasNames, type Copies, choicesOf, interfaceTable, networkNames, tableOf } from './choices.ts';

type Json = Record<string, unknown>;

const filter = 'OPNsense/Firewall/Filter';
const filterTables = new Set(
  ['rules.rule', 'snatrules.rule', 'onetoone.rule', 'npt.rule'].map((path) => tableOf(filter, path)),
);
const vipTable = tableOf('OPNsense/Interfaces/Vip', 'vip');
const aliasTable = tableOf('OPNsense/Firewall/Alias', 'aliases.alias');
/** Shown as lists of what stands in them, without choices. */
const listTypes = new Set(['AliasContentField', 'IPsecProposalField', 'CSVListField']);

/** An object as `get` shows it: fields with choices as maps of options, nested fields as objects. */
export function asNode(table: string, leaves: Leaves, row: Row, copies: Copies): Json {
  const node: Json = {};
  for (const [name, leaf] of leaves) place(node, name.split('.'), shownLeaf(leaf, row[name] ?? '', copies));
  if (table === vipTable) node['network'] = vipNetwork(row);
  return node;
}

function place(node: Json, [first = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) node[first] = value;
  else place(innerOf(node, first), rest, value);
}

/** The object under a name, made when it is not there yet. */
export function innerOf(node: Json, name: string): Json {
  const known = node[name];
  if (typeof known === 'object' && known !== null) return known as Json;
  const made: Json = {};
  node[name] = made;
  return made;
}

function shownLeaf(leaf: Leaf, text: string, copies: Copies): unknown {
  const { type } = leaf;
  if (type === 'UpdateOnlyTextField') return '';
  const separator = type === 'AliasContentField' ? '\n' : ',';
  const selected =
    text === '' ? [] : leaf.multiple || leaf.asList || listTypes.has(type) ? text.split(separator) : [text];
  const choices = choicesOf(leaf, copies);
  if (
    choices === null &&
    !leaf.asList &&
    !(leaf.multiple && type === 'NetworkAliasField') &&
    !listTypes.has(type)
  )
    return text;
  const offered = new Map(choices ?? []);
  // What was chosen once stays, though it is offered no more.
  for (const value of selected) if (!offered.has(value)) offered.set(value, value);
  const isOptional = choices !== null && !leaf.required && !leaf.multiple;
  const options = [...(isOptional ? [['', 'none'] as const] : []), ...offered];
  return listed(
    options.map(([value, label]) => [
      value,
      mark(label, isOptional && value === '' ? text === '' : selected.includes(value)),
    ]),
  );
}

const mark = (value: string, isSelected: boolean) => ({ value, selected: isSelected ? 1 : 0 });

/** The product's language prints a map whose keys are 0, 1, 2 … as a list. */
const listed = (entries: readonly (readonly [string, unknown])[]): unknown =>
  entries.length > 0 && entries.every(([key], index) => key === String(index))
    ? entries.map(([, value]) => value)
    : Object.fromEntries(entries);

/** An object as lists show it: raw values, and a label beside each that has one. */
export function asRow(table: string, leaves: Leaves, row: Row, copies: Copies): Json {
  const shown: Json = { uuid: row['uuid'] };
  for (const [name, leaf] of leaves) {
    const text = leaf.type === 'UpdateOnlyTextField' ? '' : (row[name] ?? '');
    shown[name] = text;
    const label = labelOf(leaf, text, copies);
    if (label !== null && label !== text) shown[`%${name}`] = label;
  }
  return { ...shown, ...extras(table, row, copies) };
}

function labelOf(leaf: Leaf, text: string, copies: Copies): string | null {
  if (text === '') return null;
  const names = leaf.type === 'NetworkAliasField' ? networkNames(copies) : choicesOf(leaf, copies);
  if (names === null) return null;
  return (leaf.multiple ? text.split(',') : [text]).map((part) => names.get(part) ?? part).join(',');
}

function extras(table: string, row: Row, copies: Copies): Json {
  if (table === vipTable) return { address: vipNetwork(row), vhid_txt: row['vhid'] ?? '' };
  if (table === aliasTable) return { categories_uuid: row['categories'] ? row['categories'].split(',') : [] };
  if (table === interfaceTable) return { identifier: row['uuid'] };
  if (!filterTables.has(table)) return {};
  const priority = priorityOf(row);
  return {
    sort_order: `${priority}.${(row['sequence'] ?? '0').padStart(7, '0')}`,
    prio_group: String(priority),
    category_colors: [],
    ...(row['source_net'] === undefined
      ? {}
      : { alias_meta_source_net: aliasMeta(row['source_net'], copies) }),
    ...(row['destination_net'] === undefined
      ? {}
      : { alias_meta_destination_net: aliasMeta(row['destination_net'], copies) }),
  };
}

function aliasMeta(text: string, copies: Copies): readonly Json[] {
  const aliases = aliasNames(copies, false);
  const names = networkNames(copies);
  return text.split(',').map((value) => ({
    value,
    '%value': names.get(value) ?? value,
    isAlias: aliases.has(value),
    description: '',
  }));
}

/** Floating rules come first, then those of one interface. */
const priorityOf = ({ interface: named = '', interfacenot }: Row): number =>
  named === '' || named.includes(',') || interfacenot === '1' ? 200_000 : 400_000;

const vipNetwork = ({ subnet = '', subnet_bits = '' }: Row): string =>
  subnet === '' ? '' : `${subnet}/${subnet_bits}`;
