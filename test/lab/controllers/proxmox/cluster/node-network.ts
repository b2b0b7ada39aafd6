import { altered, type Call, type Handlers, Reply, settings, textOf, typed } from '../call.ts';
import { Refusal, refused } from '../refusal.ts';
import type { Row } from '../row.ts';
import type { Node } from './cluster.ts';

const nodeOf = (call: Call): Node => call.cluster.node(textOf(call, 'node'));
const ifaceOf = ({ network }: Node, name: string): Row => {
  const row = network.saved.find(({ iface }) => iface === name);
  if (row === undefined) throw refused(`interface '${name}' does not exist`);
  return row;
};

const bits = (mask: string): number =>
  mask.split('.').reduce((sum, part) => sum + Number(part).toString(2).replaceAll('0', '').length, 0);
const mask = (length: number): string =>
  [0, 8, 16, 24].map((at) => 256 - 2 ** Math.max(0, Math.min(8, 8 - (length - at)))).join('.');

/** Address and mask, and both in one word: the product keeps all three. */
function addressed(row: Row): Row {
  const { cidr, address, netmask } = row;
  if (typeof cidr === 'string' && cidr.includes('/')) {
    const [own = '', length = '24'] = cidr.split('/');
    return { ...row, address: own, netmask: mask(Number(length)) };
  }
  if (typeof address === 'string' && typeof netmask === 'string')
    return { ...row, cidr: `${address}/${bits(netmask)}` };
  return row;
}

/** What waits, as the product shows it: a comparison of the two files. */
function waiting({ network }: Node): string | undefined {
  const before = network.running.map((row) => JSON.stringify(row));
  const after = network.saved.map((row) => JSON.stringify(row));
  const removed = before.filter((row) => !after.includes(row)).map((row) => `-${row}`);
  const added = after.filter((row) => !before.includes(row)).map((row) => `+${row}`);
  const lines = [...removed, ...added];
  return lines.length === 0 ? undefined : `--- interfaces\n+++ interfaces.new\n${lines.join('\n')}\n`;
}

const shown = (call: Call, row: Row) => ({
  ...typed(call.operation, row),
  active: 1,
  exists: 1,
  autostart: Number(row['autostart'] ?? 0),
  method: row['address'] === undefined ? 'manual' : 'static',
  method6: 'manual',
  priority: 3,
  families: ['inet'],
});

/** Physical ports cannot be removed; they only lose their settings. */
function remove(call: Call): null {
  const node = nodeOf(call);
  const row = ifaceOf(node, textOf(call, 'iface'));
  node.network.saved = node.network.saved.filter((each) => each !== row);
  return null;
}

export const nodeNetwork: Handlers = {
  'GET /nodes/{node}/network'(call) {
    const node = nodeOf(call);
    const changes = waiting(node);
    const { type } = call.given;
    const rows = node.network.saved.filter((row) => type === undefined || row['type'] === type);
    return new Reply(
      rows.map((row) => shown(call, row)),
      changes === undefined ? {} : { changes },
    );
  },
  'GET /nodes/{node}/network/{iface}': (call) => shown(call, ifaceOf(nodeOf(call), textOf(call, 'iface'))),
  'POST /nodes/{node}/network'(call) {
    const node = nodeOf(call);
    const iface = textOf(call, 'iface');
    if (node.network.saved.some((row) => row['iface'] === iface))
      throw new Refusal(400, 'Parameter verification failed.', { iface: 'interface already exists' });
    if (
      call.given['type'] === 'vlan' &&
      !/[.]\d+$/.test(iface) &&
      call.given['vlan-raw-device'] === undefined
    )
      throw new Refusal(400, 'Parameter verification failed.', {
        'vlan-raw-device': 'need to specify raw device',
      });
    node.network.saved = [...node.network.saved, addressed(settings(call))];
    return null;
  },
  'PUT /nodes/{node}/network/{iface}'(call) {
    const node = nodeOf(call);
    const row = ifaceOf(node, textOf(call, 'iface'));
    if (row['type'] !== call.given['type'])
      throw new Refusal(400, 'Parameter verification failed.', { type: 'unable to change interface type' });
    const given = settings(call);
    const { address: _address, netmask: _netmask, cidr: _cidr, ...rest } = row;
    const hasAddress = given['cidr'] !== undefined || given['address'] !== undefined;
    const changed = altered(call, hasAddress ? rest : row, '');
    node.network.saved = node.network.saved.map((each) => (each === row ? addressed(changed) : each));
    return null;
  },
  'DELETE /nodes/{node}/network/{iface}': remove,
  'DELETE /nodes/{node}/network'(call) {
    const node = nodeOf(call);
    node.network.saved = structuredClone(node.network.running);
    return null;
  },
  'PUT /nodes/{node}/network'(call) {
    const node = nodeOf(call);
    return call.cluster.tasks.start({
      node: node.name,
      type: 'srvreload',
      id: 'networking',
      user: call.user.name,
      run: () => {
        node.network.running = structuredClone(node.network.saved);
      },
    });
  },
};
