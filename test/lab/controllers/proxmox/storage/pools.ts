import { type Call, type Handlers, isSet, itemsOf, textOf } from '../call.ts';
import { refused } from '../refusal.ts';
import type { Row } from '../row.ts';

function poolOf(call: Call): Row {
  const id = textOf(call, 'poolid');
  const pool = call.cluster.table('pools').get(id);
  if (pool === undefined) throw refused(`pool '${id}' does not exist`);
  return pool;
}

function shown({ cluster }: Call, pool: Row): Readonly<Record<string, unknown>> {
  const guests = itemsOf(pool['vms']).flatMap((vmid) => {
    const guest = cluster.guests.get(Number(vmid));
    return guest
      ? [{ id: `${guest.type}/${vmid}`, node: guest.node, type: guest.type, vmid: guest.vmid }]
      : [];
  });
  const [node = ''] = cluster.nodes.keys();
  const storages = itemsOf(pool['storage']).map((storage) => ({
    id: `storage/${node}/${storage}`,
    node,
    type: 'storage',
    storage,
  }));
  return {
    ...(pool['comment'] === undefined ? {} : { comment: pool['comment'] }),
    members: [...guests, ...storages],
  };
}

function change(call: Call): null {
  const pool = poolOf(call);
  const isRemoval = isSet(call, 'delete');
  const changed: Row = { ...pool };
  const members = (field: 'vms' | 'storage', exists: (id: string) => boolean): void => {
    const given = itemsOf(call.given[field]);
    if (given.length === 0) return;
    const former = itemsOf(pool[field]);
    for (const id of given) {
      if (!exists(id)) throw refused(`'${id}' does not exist`);
      if (former.includes(id) !== isRemoval)
        throw refused(`'${id}' is ${isRemoval ? 'not' : 'already'} a pool member`);
    }
    const now = isRemoval ? former.filter((id) => !given.includes(id)) : [...former, ...given];
    changed[field] = now.join(',');
  };
  members('vms', (id) => call.cluster.guests.has(Number(id)));
  members('storage', (id) => call.cluster.storages.has(id));
  if (call.given['comment'] !== undefined) changed['comment'] = call.given['comment'];
  call.cluster.table('pools').set(textOf(call, 'poolid'), changed);
  return null;
}

export const pools: Handlers = {
  'GET /pools': (call) =>
    [...call.cluster.table('pools')].map(([poolid, { comment }]) => ({
      poolid,
      ...(comment === undefined ? {} : { comment }),
    })),
  'GET /pools/{poolid}': (call) => shown(call, poolOf(call)),
  'POST /pools'(call) {
    const id = textOf(call, 'poolid');
    if (call.cluster.table('pools').has(id)) throw refused(`pool '${id}' already exists`);
    const { comment } = call.given;
    call.cluster.table('pools').set(id, comment === undefined ? {} : { comment });
    return null;
  },
  'PUT /pools/{poolid}': change,
  'DELETE /pools/{poolid}'(call) {
    const pool = poolOf(call);
    if (itemsOf(pool['vms']).length + itemsOf(pool['storage']).length > 0)
      throw refused(`pool '${textOf(call, 'poolid')}' is not empty`);
    call.cluster.table('pools').delete(textOf(call, 'poolid'));
    return null;
  },
};
