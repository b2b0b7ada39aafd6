import { altered, type Call, type Handlers, isSet, settings, textOf } from '../call.ts';
import { Refusal, refused } from '../refusal.ts';
import type { Row } from '../row.ts';
import { digestOf } from './cluster.ts';
import type { SdnTable, SdnTables } from './sdn-tables.ts';
import { shownBy } from './shown-row.ts';

interface SdnKind {
  readonly table: SdnTable;
  readonly path: string;
  readonly key: string;
  /** Throws when something it names is not there. */
  check?(tables: SdnTables, row: Row): void;
  /** What still needs it. */
  usedBy?(tables: SdnTables, id: string): string | undefined;
}

const missing = (field: string) =>
  new Refusal(400, 'Parameter verification failed.', {
    [field]: 'property is missing and it is not optional',
  });
const keyOfRow = (rows: ReadonlyMap<string, Row>, field: string, id: string): string | undefined =>
  [...rows].find(([, row]) => row[field] === id)?.[0];

const kinds: readonly SdnKind[] = [
  {
    table: 'zones',
    path: '/cluster/sdn/zones',
    key: 'zone',
    check: (_tables, row) => {
      const needed: Readonly<Record<string, string>> = {
        vlan: 'bridge',
        qinq: 'bridge',
        vxlan: 'peers',
        evpn: 'controller',
      };
      const field = needed[String(row['type'])];
      if (field !== undefined && row[field] === undefined) throw missing(field);
    },
    usedBy: ({ vnets }, id) => keyOfRow(vnets, 'zone', id),
  },
  {
    table: 'vnets',
    path: '/cluster/sdn/vnets',
    key: 'vnet',
    check: ({ zones }, row) => {
      if (!zones.has(String(row['zone']))) throw refused(`zone '${String(row['zone'])}' does not exist`);
    },
    usedBy: ({ subnets }, id) => keyOfRow(subnets, 'vnet', id),
  },
  { table: 'controllers', path: '/cluster/sdn/controllers', key: 'controller' },
  { table: 'subnets', path: '/cluster/sdn/vnets/{vnet}/subnets', key: 'subnet' },
];

const steering = ['lock-token'];

/** `zone-10.0.0.0-24` for a network of a zone. */
function subnetId({ cluster }: Call, vnet: string, cidr: string): string {
  const zone = String(cluster.sdn.saved.vnets.get(vnet)?.['zone'] ?? '');
  return `${zone}-${cidr.replace('/', '-')}`;
}

function newId(call: Call, { table, key }: SdnKind): string {
  if (table !== 'subnets') return textOf(call, key);
  const vnet = textOf(call, 'vnet');
  if (!call.cluster.sdn.saved.vnets.has(vnet)) throw refused(`vnet '${vnet}' does not exist`);
  return subnetId(call, vnet, textOf(call, key));
}

function handlersOf(kind: SdnKind): Handlers {
  const { table, path, key, check, usedBy } = kind;
  const saved = (call: Call) => call.cluster.sdn.saved[table];
  const copy = (call: Call) => call.cluster.sdn[isSet(call, 'running') ? 'running' : 'saved'][table];
  const found = (call: Call, rows = saved(call)): Row => {
    const row = rows.get(textOf(call, key));
    const isOther = table === 'subnets' && row?.['vnet'] !== call.given['vnet'];
    if (row === undefined || isOther) throw refused(`${key} '${textOf(call, key)}' does not exist`);
    return row;
  };
  const shown = shownBy(key);
  return {
    [`GET ${path}`]: (call) =>
      [...copy(call)]
        .filter(([, row]) => table !== 'subnets' || row['vnet'] === call.given['vnet'])
        .map(([id, row]) => shown(call, id, row)),
    [`GET ${path}/{${key}}`]: (call) => shown(call, textOf(call, key), found(call, copy(call))),
    [`POST ${path}`](call) {
      const id = newId(call, kind);
      if (saved(call).has(id)) throw refused(`sdn ${key} object ID '${id}' already defined`);
      const own: Row =
        table === 'subnets' ? { vnet: textOf(call, 'vnet'), cidr: textOf(call, 'subnet') } : {};
      const row: Row = { ...settings(call, key, ...steering), ...own };
      check?.(call.cluster.sdn.saved, row);
      saved(call).set(id, row);
      return null;
    },
    [`PUT ${path}/{${key}}`](call) {
      const row = found(call);
      const changed = altered(call, row, digestOf(row), ...steering);
      check?.(call.cluster.sdn.saved, changed);
      saved(call).set(textOf(call, key), changed);
      return null;
    },
    [`DELETE ${path}/{${key}}`](call) {
      found(call);
      const user = usedBy?.(call.cluster.sdn.saved, textOf(call, key));
      if (user !== undefined) throw refused(`${key} '${textOf(call, key)}' is used by '${user}'`);
      saved(call).delete(textOf(call, key));
      return null;
    },
  };
}

export const sdn: Handlers = {
  ...Object.assign({}, ...kinds.map(handlersOf)),
  'PUT /cluster/sdn': ({ cluster, user, power }: Call) =>
    cluster.tasks.start({
      node: power.node,
      type: 'reloadnetworkall',
      user: user.name,
      run: () => {
        cluster.sdn.running = cluster.sdn.saved.copy();
      },
    }),
};
