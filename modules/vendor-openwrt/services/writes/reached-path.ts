import type { VendorValue, WriteInView } from '@patchbay/vendor-kit';
import { recordOf } from '../inventory/rows.ts';
import { type Section, textOf } from './section-values.ts';

/** Features that may cut the device off from its administrators. */
const touching = new Set([
  'interfaces.interface',
  'interfaces.device',
  'interfaces.bridge_vlan',
  'interfaces.down',
  'firewall.rule',
  'firewall.zone',
  'firewall.defaults',
  'services.control',
  'services.web',
  'security.rpc_login',
  'system.password',
]);

export const touchesPath = (feature: string): boolean => touching.has(feature);

const closing = new Set(['stop', 'disable']);

/** Warnings about a write to the path to the device. Without `read` the device is not asked. */
export async function reachedPath(
  { feature, operation, payload, value }: WriteInView,
  url: string,
  read: (() => Promise<readonly Section[]>) | null,
): Promise<readonly string[]> {
  if (feature === 'services.web') return ['The write changes the web server that answers this controller.'];
  if (feature === 'system.password')
    return ['The write changes a password; the stored sign-in may stop to work.'];
  if (feature === 'security.rpc_login') return ['The write changes who may sign in to this controller.'];
  if (feature === 'firewall.defaults')
    return ['The write changes what the firewall does with unmatched traffic.'];
  if (feature === 'firewall.rule' || feature === 'firewall.zone') return closesInput(optionsIn(payload));
  if (feature === 'services.control') {
    const isClosing = closing.has(textOf(payload['action']));
    const serves = ['uhttpd', 'rpcd', 'network', 'firewall'].includes(textOf(payload['name']));
    return isClosing && serves
      ? [`Without ${textOf(payload['name'])} the controller cannot be reached.`]
      : [];
  }
  const name = textOf(value?.['.name']) || textOf(payload['interface']) || textOf(payload['.name']);
  const sections = read === null ? [] : await read();
  const host = hostOf(url);
  const own = sections.find((section) => addressesOf(section).includes(host));
  const port = textOf(own?.['device']);
  if (port !== '' && feature === 'interfaces.bridge_vlan')
    return [`The controller is reached by ${port}, which the write may touch.`];
  const touched = [
    recordOf(value),
    ...sections.filter((section) => name !== '' && section['.name'] === name),
  ];
  const isReached = touched.some(
    (each) => addressesOf(each).includes(host) || (port !== '' && each['name'] === port),
  );
  if (!isReached || operation === 'create') return [];
  return [
    `The write touches ${name || port || 'the interface'}, by which the controller is reached (${host}).`,
  ];
}

const optionsIn = (payload: VendorValue): VendorValue =>
  payload['values'] === undefined ? payload : recordOf(payload['values']);

function closesInput(options: VendorValue): readonly string[] {
  const verdict = (textOf(options['target']) || textOf(options['input'])).toLowerCase();
  const isInput = textOf(options['dest']) === '';
  if (!isInput || (verdict !== 'drop' && verdict !== 'reject')) return [];
  return ['The write lets the firewall turn away traffic to the device itself.'];
}

const hostOf = (url: string): string => (URL.parse(url)?.hostname ?? '').replace(/^\[|\]$/g, '');

const addressesOf = (section: VendorValue): readonly string[] =>
  [section['ipaddr'] ?? [], section['ip6addr'] ?? []]
    .flat()
    .filter((each) => typeof each === 'string')
    .map((each) => each.split('/')[0] ?? '');
