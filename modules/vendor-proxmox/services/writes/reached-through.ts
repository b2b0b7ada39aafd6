import type { VendorValue, WriteInView } from '@patchbay/vendor-kit';

/** Features that may cut the cluster off from its administrators. */
const touching = new Set([
  'node.network',
  'node.network_revert',
  'node.shutdown',
  'node.reboot',
  'node.service',
  'node.stopall',
  'cluster.join',
  'cluster.node_remove',
  'firewall.cluster_rule',
]);
const serving = new Set(['pveproxy', 'pvedaemon', 'pve-cluster', 'corosync', 'networking', 'ssh', 'sshd']);

export const touchesPath = (feature: string): boolean => touching.has(feature);

/** Warnings about a write to the path to the host. It warns rather too often. */
export function reachedThrough(url: string, write: WriteInView): readonly string[] {
  const { feature, payload, value, operation } = write;
  const { hostname = '', port: given = '', protocol = '' } = URL.parse(url) ?? {};
  const host = hostname.replace(/^\[|\]$/g, '');
  const port = given || (protocol === 'https:' ? '443' : '80');
  switch (feature) {
    case 'node.shutdown':
    case 'node.reboot':
      return [
        `If the platform reaches the cluster at this node (${host}), it is cut off while the node is down.`,
      ];
    case 'node.network_revert':
      return ['Every change of the network that waits on this node is thrown away.'];
    case 'node.service':
      return servedBy(write);
    case 'cluster.join':
    case 'cluster.node_remove':
      return ['The cluster this controller stands for becomes another one.'];
    case 'node.network':
      return [...network(host, value, payload, operation)];
    case 'firewall.cluster_rule':
      return rule(write, port);
    default:
      return [];
  }
}

/** Taking one change into service takes all that wait on the node. */
function* network(
  host: string,
  value: VendorValue | null,
  payload: VendorValue,
  operation: WriteInView['operation'],
): Iterable<string> {
  yield 'Every change of the network that waits on this node goes into service with this one.';
  const addresses = [value, payload].flatMap((each) =>
    ['address', 'cidr', 'address6', 'cidr6'].flatMap(
      (field) => String(each?.[field] ?? '').split('/')[0] ?? '',
    ),
  );
  if (addresses.includes(host))
    yield `The platform reaches the cluster at ${host}, which stands on this interface.`;
  else if (operation !== 'create' && value === null)
    yield `This may be the interface with ${host}, at which the platform reaches the cluster.`;
}

function servedBy({ value, payload }: WriteInView): readonly string[] {
  const name = String(value?.['service'] ?? payload['service'] ?? '');
  return name === '' || serving.has(name) ? ['The service may be one that answers this controller.'] : [];
}

function rule({ payload, value, operation }: WriteInView, port: string): readonly string[] {
  if (operation !== 'create' && value === null)
    return ["This may be a rule that meets the platform's own packets."];
  const of = (field: string): string => String(payload[field] ?? value?.[field] ?? '');
  const isMet = of('type') === 'in' && ['', 'tcp', '6'].includes(of('proto')) && covers(of('dport'), port);
  return isMet ? [`This rule can meet the platform's own packets to port ${port}.`] : [];
}

function covers(ports: string, port: string): boolean {
  if (ports === '') return true;
  return ports.split(',').some((part) => {
    const [low = '', high = low] = part.split(':');
    return Number(port) >= Number(low) && Number(port) <= Number(high);
  });
}
