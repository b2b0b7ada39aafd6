import type { Row } from '../config-tables.ts';
import type { Leaves } from '../schema.ts';
import { type Copies, interfaceTable, tableOf } from './choices.ts';

type Filler = (row: Row, siblings: readonly Row[], copies: Copies) => Row;

const ts = 'OPNsense/TrafficShaper/TrafficShaper';

/** What the product fills in by itself when an object is saved. */
const fillers: Readonly<Record<string, Filler>> = {
  [tableOf('OPNsense/Interfaces/Vlan', 'vlan')]: (row, siblings) => ({
    vlanif: row['vlanif'] || freeName(siblings, 'vlanif', `vlan0.${row['tag']}`, '_'),
  }),
  [tableOf('OPNsense/Interfaces/Lagg', 'lagg')]: numbered('laggif', 'lagg'),
  [tableOf('OPNsense/Interfaces/Bridge', 'bridged')]: numbered('bridgeif', 'bridge'),
  [tableOf('OPNsense/Interfaces/Gre', 'gre')]: numbered('greif', 'gre'),
  [tableOf('OPNsense/Interfaces/Gif', 'gif')]: numbered('gifif', 'gif'),
  [tableOf(ts, 'pipes.pipe')]: shaperNumber,
  [tableOf(ts, 'queues.queue')]: shaperNumber,
  [tableOf('OPNsense/Firewall/DNat', 'rule')]: (row, siblings) => ({
    sequence: row['sequence'] || String(highest(siblings, 'sequence') + 1),
  }),
  [tableOf('OPNsense/Auth/User', 'user')]: (row, siblings) => ({
    uid: row['uid'] || String(Math.max(1_999, highest(siblings, 'uid')) + 1),
  }),
};

/** Numbers and names for what was left open. Runs before the object is checked, as in the product. */
export function completed(table: string, leaves: Leaves, row: Row, copies: Copies): Row {
  const siblings = copies.saved.rows(table).filter((other) => other['uuid'] !== row['uuid']);
  const filled: Row = { ...row };
  for (const [name, { type, min = 1 }] of leaves)
    if (type === 'AutoNumberField' && !filled[name]) filled[name] = String(freeNumber(siblings, name, min));
  return { ...filled, ...fillers[table]?.(filled, siblings, copies) };
}

/** Interfaces are named, everything else gets a uuid. */
export function newId(table: string, copies: Copies): string {
  if (table !== interfaceTable) return crypto.randomUUID();
  const taken = new Set(copies.saved.rows(table).map((row) => row['uuid']));
  let number = 1;
  while (taken.has(`opt${number}`)) number += 1;
  return `opt${number}`;
}

function numbered(field: string, prefix: string): Filler {
  return (row, siblings) => {
    if (row[field]) return {};
    const taken = new Set(siblings.map((other) => other[field]));
    let number = 0;
    while (taken.has(prefix + number)) number += 1;
    return { [field]: prefix + number };
  };
}

function shaperNumber(row: Row, _siblings: readonly Row[], { saved }: Copies): Row {
  if (row['number']) return {};
  const all = [...saved.rows(tableOf(ts, 'pipes.pipe')), ...saved.rows(tableOf(ts, 'queues.queue'))];
  return { number: String(Math.max(9_999, highest(all, 'number')) + 1) };
}

const highest = (rows: readonly Row[], field: string): number =>
  rows.reduce((most, row) => Math.max(most, Number(row[field]) || 0), 0);

function freeNumber(rows: readonly Row[], field: string, from: number): number {
  const taken = new Set(rows.map((row) => Number(row[field])));
  let number = from;
  while (taken.has(number)) number += 1;
  return number;
}

function freeName(rows: readonly Row[], field: string, wanted: string, separator: string): string {
  const taken = new Set(rows.map((row) => row[field]));
  let name = wanted;
  for (let number = 1; taken.has(name); number += 1) name = `${wanted}${separator}${number}`;
  return name;
}
