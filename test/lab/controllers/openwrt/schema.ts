import { readFileSync } from 'node:fs';

export type ArgumentType = 'string' | 'int' | 'bool' | 'list' | 'table';
type Signatures = Readonly<Record<string, Readonly<Record<string, ArgumentType>>>>;

interface RawSchema {
  readonly ubus: Readonly<Record<string, Signatures>>;
}

export interface FoundObject {
  /** The object as the schema writes it (`hostapd.<ifname>`). */
  readonly pattern: string;
  /** What stands in the place of `<ifname>`; empty for objects without one. */
  readonly name: string;
  readonly methods: Signatures;
}

const schemaFile = new URL('../../vendor-data/openwrt/schema.json', import.meta.url);

let loaded: RawSchema | undefined;

const schema = (): RawSchema => {
  loaded ??= JSON.parse(readFileSync(schemaFile, 'utf8')) as RawSchema;
  return loaded;
};

/** The object of that name; `exists` decides about names that stand for a port or a network. */
export function findObject(
  wanted: string,
  exists: (pattern: string, name: string) => boolean,
): FoundObject | null {
  const { ubus } = schema();
  const exact = Object.hasOwn(ubus, wanted) ? ubus[wanted] : undefined;
  if (exact !== undefined) return { pattern: wanted, name: '', methods: exact };
  for (const [pattern, methods] of Object.entries(ubus)) {
    const prefix = /^(.*\.)<[a-z]+>$/.exec(pattern)?.[1];
    if (prefix === undefined || !wanted.startsWith(prefix)) continue;
    const name = wanted.slice(prefix.length);
    if (exists(pattern, name)) return { pattern, name, methods };
  }
  return null;
}

const shownTypes: Readonly<Record<ArgumentType, string>> = {
  string: 'string',
  int: 'number',
  bool: 'boolean',
  list: 'array',
  table: 'object',
};
/** Objects of rpcd that take the session as an argument of their own, which the bridge fills in. */
const sessionBound = new Set(['uci', 'file', 'luci', 'luci-rpc', 'rc']);
const unbound = new Set(['uci.configs', 'uci.reload_config']);

/** Signatures as `list` prints them. */
export function shownSignatures({ pattern, methods }: FoundObject): Record<string, Record<string, string>> {
  return Object.fromEntries(
    Object.entries(methods).map(([method, given]) => {
      const shown = Object.fromEntries(Object.entries(given).map(([name, type]) => [name, shownTypes[type]]));
      const bound = sessionBound.has(pattern) && !unbound.has(`${pattern}.${method}`);
      return [method, bound ? { ...shown, ubus_rpc_session: 'string' } : shown];
    }),
  );
}

/** Whether every argument the method knows has its type; those it does not know are ignored. */
export function fits(signature: Readonly<Record<string, ArgumentType>>, given: object): boolean {
  return Object.entries(signature).every(([name, type]) => {
    const value: unknown = Reflect.get(given, name);
    return value === undefined || isOf(type, value);
  });
}

function isOf(type: ArgumentType, value: unknown): boolean {
  if (type === 'list') return Array.isArray(value);
  if (type === 'table') return typeof value === 'object' && value !== null && !Array.isArray(value);
  if (type === 'int') return Number.isInteger(value);
  if (type === 'bool') return typeof value === 'boolean';
  return typeof value === 'string';
}
