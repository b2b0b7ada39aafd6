import { REDACTED } from '@patchbay/kernel/telemetry';
import type { TSchema } from 'typebox';

type Node = Readonly<Record<string, unknown>>;

const LISTS = ['anyOf', 'oneOf', 'allOf', 'prefixItems'];
const SINGLE = ['items', 'additionalProperties', 'then', 'else'];
const NAMED = ['patternProperties', '$defs', 'definitions', 'dependentSchemas'];

/**
 * The schema of a payload in which a secret may be kept: at every field whose name is a secret's, at any depth, the
 * marker fits beside what fitted before. The marker need not look like the secret (a length, a pattern, a flag).
 */
export const keepingSchema = (schema: TSchema, isSecret: (name: string) => boolean): TSchema =>
  rewritten(schema, isSecret) as TSchema;

function rewritten(schema: unknown, isSecret: (name: string) => boolean): unknown {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return schema;
  const inner = (each: unknown) => rewritten(each, isSecret);
  const copy: Record<string, unknown> = { ...schema };
  for (const key of LISTS) if (Array.isArray(copy[key])) copy[key] = copy[key].map(inner);
  for (const key of SINGLE) if (key in copy) copy[key] = inner(copy[key]);
  for (const key of NAMED) if (isNode(copy[key])) copy[key] = mapped(copy[key], (_name, each) => inner(each));
  if (isNode(copy['properties']))
    copy['properties'] = mapped(copy['properties'], (name, each) =>
      isSecret(name) ? orMarker(inner(each)) : inner(each),
    );
  return copy;
}

/** Not a union, whose refusals would name neither the length nor the pattern that is missed. */
// biome-ignore lint/suspicious/noThenProperty: the word of JSON Schema
const orMarker = (schema: unknown): Node => ({ if: { const: REDACTED }, then: true, else: schema });

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const mapped = (node: Node, each: (name: string, value: unknown) => unknown): Node =>
  Object.fromEntries(Object.entries(node).map(([name, value]) => [name, each(name, value)]));
