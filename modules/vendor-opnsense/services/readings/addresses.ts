import {
  type AddressMatch,
  isOn,
  listIn,
  type ObjectsByFeature,
  objectsOf,
  textIn,
} from '@patchbay/vendor-kit';

/** Contents of aliases that stand still: those of hosts, networks and ports. */
export interface Aliases {
  readonly networks: ReadonlyMap<string, readonly string[]>;
  readonly ports: ReadonlyMap<string, readonly string[]>;
}

const isAddress = (text: string): boolean => /^[0-9a-fA-F:.]+(\/\d{1,3})?(-[0-9a-fA-F:.]+)?$/.test(text);

export function aliasesOf(objects: ObjectsByFeature): Aliases {
  const networks = new Map<string, readonly string[]>();
  const ports = new Map<string, readonly string[]>();
  for (const alias of objectsOf(objects, 'firewall.alias')) {
    const type = textIn(alias, 'type');
    const content = listIn(alias, 'content');
    if (!isOn(alias, 'enabled', true)) continue;
    // Host names and further aliases inside make it move; then it stays a name.
    if ((type === 'host' || type === 'network') && content.every(isAddress))
      networks.set(textIn(alias, 'name'), content);
    if (type === 'port' && content.every((port) => /^\d+([:-]\d+)?$/.test(port)))
      ports.set(textIn(alias, 'name'), content.map(spelledPort));
  }
  return { networks, ports };
}

const spelledPort = (port: string): string => port.replace(':', '-');

/** A list of networks, aliases and interfaces (`lan`, `lanip`, `(self)`); null for any. */
export function addressOf(aliases: Aliases, named: readonly string[], negated: boolean): AddressMatch | null {
  if (named.length === 0 || named.includes('any')) return null;
  const networks = named.flatMap((name) => aliases.networks.get(name) ?? (isAddress(name) ? [name] : []));
  const names = named.filter((name) => !aliases.networks.has(name) && !isAddress(name));
  return { negated, networks, names };
}

export function portsOf(aliases: Aliases, text: string): readonly string[] | null {
  if (text === '' || text === 'any') return null;
  return text.split(',').flatMap((port) => aliases.ports.get(port.trim()) ?? [spelledPort(port.trim())]);
}
