import type { ReplyOf } from '@patchbay/client';

export type Change = ReplyOf<'GET', '/changes/{id}'>;
export type Operation = Change['operation'];

/** Being applied, or applied and not confirmed yet. */
export const isUnderWay = ({ last_outcome }: Pick<Change, 'last_outcome'>): boolean =>
  last_outcome === 'running' || last_outcome === 'awaiting_confirmation';

/** Parts of a sentence about a write. */
export interface Write {
  readonly feature: string;
  readonly operation: Operation;
  readonly target_id?: string | null;
  readonly payload?: Readonly<Record<string, unknown>>;
}

/** Words by which people know the kinds of objects whose own names say too little. */
const NOUNS: Readonly<Record<string, string>> = {
  filter: 'filter rule',
  nat: 'NAT rule',
  mangle: 'mangle rule',
  raw: 'raw rule',
};

/** `routeros.firewall.filter` is a `firewall filter rule`. */
export function featureWords(key: string): string {
  const [, ...segments] = key.split('.');
  const last = segments.at(-1) ?? key;
  const words = [...segments.slice(0, -1), NOUNS[last] ?? last].join(' ').replaceAll('_', ' ');
  return words.replaceAll(/\b(vlans?|vpn|dns|dhcp|nat|ip|ipsec|wifi|vm|snmp|ntp)\b/gi, (word) =>
    word.toLowerCase() === 'wifi'
      ? 'Wi-Fi'
      : word.toLowerCase() === 'vlans'
        ? 'VLANs'
        : word === 'ipsec'
          ? 'IPsec'
          : word.toUpperCase(),
  );
}

const UUID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/i;
const LONGEST_NAME = 60;

const shortened = (name: string): string =>
  name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME - 1)}…` : name;

/** The object that a change is about; the device's own id where nothing better is known, unless no reader can use it. */
export function objectOf({
  target_name,
  target_id,
}: Pick<Change, 'target_name' | 'target_id'>): string | null {
  const name = target_name ?? (target_id === null || UUID.test(target_id) ? null : target_id);
  return name === null ? null : shortened(name);
}
