import { type AddressMatch, listIn, type ObjectsByFeature, objectsOf, textIn } from '@patchbay/vendor-kit';

/** Contents of aliases that stand still: those of hosts, networks and ports. */
export interface Aliases {
  readonly networks: ReadonlyMap<string, readonly string[]>;
  readonly ports: ReadonlyMap<string, readonly string[]>;
}

const isAddress = (text: string): boolean => /^[0-9a-fA-F:.]+(\/\d{1,3})?(-[0-9a-fA-F:.]+)?$/.test(text);
const isPort = (text: string): boolean => /^\d+([:-]\d+)?$/.test(text);

export function aliasesOf(objects: ObjectsByFeature): Aliases {
  const networks = new Map<string, readonly string[]>();
  const ports = new Map<string, readonly string[]>();
  for (const alias of objectsOf(objects, 'firewall.alias')) {
    const [name, type, content] = [textIn(alias, 'name'), textIn(alias, 'type'), listIn(alias, 'address')];
    // Host names and further aliases inside make it move; then it stays a name.
    if ((type === 'host' || type === 'network') && content.every(isAddress)) networks.set(name, content);
    if (type === 'port' && content.every(isPort)) ports.set(name, content.map(spelledPort));
  }
  return { networks, ports };
}

const spelledPort = (port: string): string => port.replace(':', '-');

/** `any`, an address, a network, an alias, or an interface (`lan`, `lan:ip`, `(self)`); `!` excludes. */
export function addressOf(aliases: Aliases, text: string): AddressMatch | null {
  const negated = text.startsWith('!');
  const name = negated ? text.slice(1) : text;
  if (name === '' || (name === 'any' && !negated)) return null;
  const networks = aliases.networks.get(name) ?? (isAddress(name) ? [name] : null);
  return networks === null ? { negated, networks: [], names: [name] } : { negated, networks, names: [] };
}

export const portsOf = (aliases: Aliases, text: string): readonly string[] | null =>
  text === '' || text === 'any' ? null : (aliases.ports.get(text) ?? [spelledPort(text)]);
