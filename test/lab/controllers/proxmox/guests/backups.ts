import { type Call, type Handlers, isSet, itemsOf, textOf } from '../call.ts';
import type { Guest } from '../cluster/cluster.ts';
import { Refusal, refused } from '../refusal.ts';

const two = (value: number): string => String(value).padStart(2, '0');

function stamp(at: number): string {
  const date = new Date(at);
  const day = [date.getUTCFullYear(), two(date.getUTCMonth() + 1), two(date.getUTCDate())].join('_');
  return `${day}-${[date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds()].map(two).join('_')}`;
}

function guestsOf(call: Call, node: string): readonly Guest[] {
  const all = [...call.cluster.guests.values()].filter((guest) => guest.node === node);
  if (isSet(call, 'all')) return all;
  const wanted = itemsOf(call.given['vmid']);
  if (wanted.length === 0)
    throw new Refusal(400, 'Parameter verification failed.', {
      vmid: 'property is missing and it is not optional',
    });
  return wanted.map((vmid) => {
    const guest = all.find((each) => String(each.vmid) === vmid);
    if (guest === undefined) throw refused(`unable to find VM '${vmid}'`);
    if (guest.lock !== undefined) throw refused(`VM is locked (${guest.lock})`);
    return guest;
  });
}

function backup(call: Call): string {
  const { cluster } = call;
  const { name: node } = cluster.node(textOf(call, 'node'));
  const storage = String(call.given['storage'] ?? 'local');
  const { content, shared } = cluster.storage(storage);
  if (!itemsOf(content).includes('backup')) throw refused(`storage '${storage}' does not support backups`);
  const guests = guestsOf(call, node);
  for (const guest of guests) guest.lock = 'backup';
  return cluster.tasks.start({
    node,
    type: 'vzdump',
    id: guests.length === 1 ? String(guests[0]?.vmid) : '',
    user: call.user.name,
    run: () => {
      for (const { vmid, type } of guests) {
        const ending = type === 'qemu' ? 'vma.zst' : 'tar.zst';
        const volid = `${storage}:backup/vzdump-${type}-${vmid}-${stamp(cluster.clock.now())}.${ending}`;
        const owner = shared === '1' ? null : node;
        cluster.keep({
          volid,
          storage,
          node: owner,
          content: 'backup',
          size: 734_003_200,
          format: ending,
          vmid,
        });
      }
    },
    ended: () => {
      for (const guest of guests) guest.lock = undefined;
    },
  });
}

export const backups: Handlers = {
  'POST /nodes/{node}/vzdump': backup,
  'POST /nodes/{node}/replication/{id}/schedule_now'(call) {
    const { name } = call.cluster.node(textOf(call, 'node'));
    const job = call.cluster.table('replication').get(textOf(call, 'id'));
    if (job === undefined || job['source'] !== name)
      throw refused(`no such replication job '${textOf(call, 'id')}'`);
    return null;
  },
  'GET /nodes/{node}/replication': (call) =>
    [...call.cluster.table('replication')]
      .filter(([, row]) => row['source'] === textOf(call, 'node'))
      .map(([id, row]) => ({ id, ...row, last_sync: 0, fail_count: 0 })),
};
