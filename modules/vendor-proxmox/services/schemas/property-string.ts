import type { Keys } from './operations.ts';

const truths = new Set(['1', 'on', 'yes', 'true']);
const falsehoods = new Set(['0', 'off', 'no', 'false']);

/** `virtio=BC:24:11:00:00:01,bridge=vmbr0` as `{model: 'virtio', macaddr: …, bridge: 'vmbr0'}`. */
export function parsePropertyString(text: string, keys: Keys): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  const defaultKey = Object.entries(keys).find(([, key]) => key['x-default-key'])?.[0];
  for (const part of text.split(',')) {
    if (part === '') continue;
    const at = part.indexOf('=');
    const name = at < 0 ? (defaultKey ?? part) : part.slice(0, at);
    const value = at < 0 ? part : part.slice(at + 1);
    const { 'x-alias': alias, 'x-keyAlias': keyAlias } = Object.hasOwn(keys, name) ? (keys[name] ?? {}) : {};
    if (keyAlias !== undefined) values.set(keyAlias, name);
    values.set(alias ?? name, value);
  }
  return values;
}

/** The same in the form of an object, which the host uses for some settings. */
export const propertiesOf = (value: unknown, keys: Keys): ReadonlyMap<string, string> =>
  typeof value === 'object' && value !== null
    ? new Map(Object.entries(value).map(([name, each]) => [name, String(each)]))
    : parsePropertyString(String(value ?? ''), keys);

/** `1` and `0` for every spelling of truth; null for anything else. */
export function truthOf(value: unknown): '0' | '1' | null {
  const text = String(value).toLowerCase();
  if (truths.has(text)) return '1';
  return falsehoods.has(text) ? '0' : null;
}
