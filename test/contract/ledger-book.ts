import type { Payload, Written } from './samples.ts';

/** A row of a vendor's table: what calls make its operations, and what puts them in service. */
export interface TableRow {
  readonly feature: string;
  readonly create?: string;
  readonly update?: string;
  readonly delete?: string;
  readonly apply: string;
}

/** `PATCH /rest/interface/vlan/{id}`: method and path, where a part in braces is anything. */
export function isRestCall(template: string, { method, path }: Written): boolean {
  const [verb, wanted = ''] = template.split(' ');
  const parts = withoutQuery(wanted).split('/');
  const seen = withoutQuery(path).split('/');
  return (
    verb === method &&
    parts.length === seen.length &&
    parts.every((part, place) => part.startsWith('{') || part === seen[place])
  );
}

const withoutQuery = (path: string): string => path.split('?')[0] ?? path;

/** Writes that are in the ledger twice, word for word. */
export function repeated(writes: readonly Written[]): readonly string[] {
  const texts = writes.map(({ method, path, body }) => `${method} ${path} ${body}`);
  return texts.filter((text, place) => texts.indexOf(text) !== place);
}

/** The payload with `@feature` replaced by the id of what that feature made. */
export function resolved<T>(value: T, ids: ReadonlyMap<string, string>): T {
  if (typeof value === 'string' && value.startsWith('@')) return (ids.get(value.slice(1)) ?? value) as T;
  if (Array.isArray(value)) return value.map((each) => resolved(each, ids)) as T;
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value as Payload);
  return Object.fromEntries(entries.map(([key, each]) => [key, resolved(each, ids)])) as T;
}
