import { REDACTED } from '@patchbay/kernel/telemetry';

const ADDRESS = /\bhttps?:\/\/[^\s"'<>]+/gi;
const USER = /^(https?:\/\/)[^/?#]*@/i;
const AFTER_PATH = /[?#].*$/s;
/** One value of the query or the fragment, with the name that it may have. */
const VALUE = /([?&#;])([^?&#;=]*=)?[^?&#;]*/g;
const ORIGIN = /^(https?:\/\/[^/?#]*).*$/is;

/**
 * A JSON tree without values of headers and without credentials in addresses: user and password, whatever stands in
 * a query, and all behind the host of a chat's address, which is a credential as a whole. Takes trees that were
 * bounded in depth.
 */
export function withoutCredentials(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(ADDRESS, bare);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(withoutCredentials);
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, hidden(name, each)]));
}

function hidden(name: string, value: unknown): unknown {
  if (!isTree(value)) return withoutCredentials(value);
  if (name.toLowerCase() === 'headers')
    return Object.fromEntries(Object.keys(value).map((header) => [header, REDACTED]));
  const shown = withoutCredentials(value);
  const { url } = value;
  if (name !== 'chat' || typeof url !== 'string' || !isTree(shown)) return shown;
  return { ...shown, url: bare(url).replace(ORIGIN, `$1/${REDACTED}`) };
}

const isTree = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const bare = (address: string): string =>
  address
    .replace(USER, `$1${REDACTED}@`)
    .replace(AFTER_PATH, (rest) => rest.replace(VALUE, `$1$2${REDACTED}`));
