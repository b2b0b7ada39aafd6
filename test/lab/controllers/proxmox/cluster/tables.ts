import { randomUUID } from 'node:crypto';
import { altered, type Call, type Handlers, isSet, itemsOf, settings, textOf } from '../call.ts';
import { Refusal, refused } from '../refusal.ts';
import type { Row } from '../row.ts';
import { digestOf, type TableName } from './cluster.ts';
import { shownBy } from './shown-row.ts';

interface Table {
  readonly name: TableName;
  readonly path: string;
  readonly key: string;
  /** How the product speaks of one of them. */
  readonly noun: string;
  /** Throws when the settings do not fit the rest of the cluster. */
  check?(call: Call, row: Row): void;
  /** The name of a new one. */
  named?(call: Call): string;
  /** Settings that stand there without being asked for. */
  defaults?(call: Call, name: string): Row;
}

const guestsOf = (call: Call, row: Row): void => {
  for (const vmid of itemsOf(row['vmid']))
    if (!call.cluster.guests.has(Number(vmid))) throw refused(`guest ${vmid} does not exist`);
};

function resourceGuest(call: Call): string {
  const given = textOf(call, 'sid');
  const vmid = Number(given.split(':').at(-1));
  const guest = call.cluster.guests.get(vmid);
  if (guest === undefined) throw refused(`cannot add service '${given}' - no such guest`);
  const type = guest.type === 'qemu' ? 'vm' : 'ct';
  if (given.includes(':') && !given.startsWith(`${type}:`))
    throw refused(`guest ${vmid} is no ${given.split(':')[0]}`);
  return `${type}:${vmid}`;
}

const tables: readonly Table[] = [
  {
    name: 'backup',
    path: '/cluster/backup',
    key: 'id',
    noun: 'No such job',
    named: ({ given }) =>
      String(given['id'] ?? `backup-${randomUUID().slice(0, 8)}-${randomUUID().slice(0, 4)}`),
    check: (call, row) => {
      if (row['storage'] !== undefined) call.cluster.storage(String(row['storage']));
      guestsOf(call, row);
    },
    defaults: () => ({ type: 'vzdump', enabled: '1' }),
  },
  {
    name: 'ha/resources',
    path: '/cluster/ha/resources',
    key: 'sid',
    noun: 'no such resource',
    named: resourceGuest,
    defaults: (_call, sid) => ({ type: sid.split(':')[0] ?? 'vm', state: 'started' }),
  },
  {
    name: 'ha/rules',
    path: '/cluster/ha/rules',
    key: 'rule',
    noun: 'no such ha rule',
    check: (call, row) => {
      for (const sid of itemsOf(row['resources']))
        if (!call.cluster.table('ha/resources').has(sid))
          throw refused(`cannot use unmanaged resource(s) ${sid}.`);
      if (row['type'] === 'node-affinity' && row['nodes'] === undefined)
        throw new Refusal(400, 'Parameter verification failed.', {
          nodes: 'property is missing and it is not optional',
        });
    },
  },
  {
    name: 'ha/groups',
    path: '/cluster/ha/groups',
    key: 'group',
    noun: 'no such ha group',
    check: (call, row) => {
      for (const node of itemsOf(row['nodes'])) call.cluster.node(node.split(':')[0] ?? '');
    },
    defaults: () => ({ type: 'group' }),
  },
  {
    name: 'replication',
    path: '/cluster/replication',
    key: 'id',
    noun: 'no such job',
    check: (call, row) => {
      const vmid = Number(String(row['id'] ?? textOf(call, 'id')).split('-')[0]);
      const guest = call.cluster.guests.get(vmid);
      if (guest === undefined) throw refused(`no such guest '${vmid}'`);
      if (row['target'] === guest.node) throw refused('unable to replicate to local node');
      if (row['target'] !== undefined) call.cluster.node(String(row['target']));
    },
    defaults: (call, id) => ({
      guest: id.split('-')[0] ?? '',
      jobnum: id.split('-')[1] ?? '0',
      source: call.cluster.guests.get(Number(id.split('-')[0]))?.node ?? '',
    }),
  },
];

const steering = ['delete', 'digest', 'purge', 'force', 'keep'];

function handlersOf({ name, path, key, noun, check, named, defaults }: Table): Handlers {
  const rowsOf = (call: Call) => call.cluster.table(name);
  const found = (call: Call): Row => {
    const row = rowsOf(call).get(textOf(call, key));
    if (row === undefined) throw refused(`${noun} '${textOf(call, key)}'`);
    return row;
  };
  const shown = shownBy(key);
  return {
    [`GET ${path}`]: (call) => [...rowsOf(call)].map(([id, row]) => shown(call, id, row)),
    [`GET ${path}/{${key}}`]: (call) => shown(call, textOf(call, key), found(call)),
    [`POST ${path}`](call) {
      const id = named ? named(call) : textOf(call, key);
      if (rowsOf(call).has(id)) throw refused(`${name} '${id}' already exists`);
      const row = { ...defaults?.(call, id), ...settings(call, key, ...steering) };
      check?.(call, { ...row, [key]: id });
      rowsOf(call).set(id, row);
      return null;
    },
    [`PUT ${path}/{${key}}`](call) {
      const row = found(call);
      const changed = altered(call, row, digestOf(row), ...steering);
      check?.(call, changed);
      rowsOf(call).set(textOf(call, key), changed);
      return null;
    },
    [`DELETE ${path}/{${key}}`](call) {
      const row = found(call);
      // The scheduler of replication removes a job by its next run.
      if (name === 'replication' && !isSet(call, 'force'))
        rowsOf(call).set(textOf(call, key), { ...row, remove_job: 'full' });
      else rowsOf(call).delete(textOf(call, key));
      return null;
    },
  };
}

export const tableHandlers: Handlers = Object.assign({}, ...tables.map(handlersOf));
