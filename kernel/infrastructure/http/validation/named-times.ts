import type { TSchema } from 'typebox';

/** Fields of this name hold an instant wherever they are text. */
const TIME = /(_at|_until)$|^(since|until)$/;

type Json = Record<string, unknown>;

/**
 * A copy of a reply's schema in which every text named as a time is one: `date-time` (RFC 3339). The document says so,
 * and replies are held to it wherever they are checked.
 */
export const withNamedTimes = (schema: TSchema): TSchema => timed(JSON.parse(JSON.stringify(schema)));

function timed<T>(schema: T): T {
  if (Array.isArray(schema)) {
    for (const inner of schema) timed(inner);
    return schema;
  }
  if (typeof schema !== 'object' || schema === null) return schema;
  for (const [key, inner] of Object.entries(schema)) {
    if (key === 'properties') markTimes(inner as Json);
    timed(inner);
  }
  return schema;
}

function markTimes(properties: Json): void {
  for (const [name, schema] of Object.entries(properties)) if (TIME.test(name)) markTime(schema);
}

function markTime(schema: unknown): void {
  if (typeof schema !== 'object' || schema === null) return;
  const found = schema as Json;
  if (Array.isArray(found['anyOf'])) for (const each of found['anyOf']) markTime(each);
  else if (found['type'] === 'string' && found['enum'] === undefined) found['format'] ??= 'date-time';
}
