import type { FeatureOperation } from '@patchbay/vendor-kit';
import Type, { type TSchema } from 'typebox';
import { type FieldTree, isGroup } from '../inventory/models.ts';
import type { FirewallFeature } from './features.ts';
import { fieldSchema } from './field-schema.ts';

const address = Type.Unsafe({ type: 'string', minLength: 1, maxLength: 128, pattern: '^[0-9a-f:./_]+$' });
const aliasName = Type.Unsafe({ type: 'string', pattern: '^[A-Za-z_][A-Za-z0-9_]{0,31}$' });

/** Schema of a feature's payload for one operation: the vendor's own field names, nothing else. */
export function payloadSchema(feature: FirewallFeature, operation: FeatureOperation): TSchema {
  const { kind, model } = feature;
  if (kind === 'table_entry')
    return closed({ alias: aliasName, address }, operation === 'create' ? ['alias', 'address'] : []);
  if (model === null || operation === 'delete') return closed({}, []);
  const isWhole = operation === 'create';
  const fields = fieldsSchema(model.fields, isWhole);
  return enveloped(model.envelope, isWhole ? fields : { ...fields, minProperties: 1 });
}

type ObjectSchema = Readonly<Record<string, unknown>>;

function fieldsSchema(tree: FieldTree, isWhole: boolean): ObjectSchema {
  const properties: Record<string, unknown> = {};
  const patternProperties: Record<string, unknown> = {};
  const required: string[] = [];
  for (const [name, node] of Object.entries(tree)) {
    if (isGroup(node)) {
      const inner = fieldsSchema(node.fields, false);
      if (Object.keys(inner['properties'] as object).length > 0) properties[name] = inner;
      continue;
    }
    if (node.reported) continue;
    // A validator asks objects for this one by name, and every object answers.
    if (name === 'constructor') patternProperties['^constructor$'] = fieldSchema(node);
    else properties[name] = fieldSchema(node);
    if (isWhole && node.required && node.default === undefined && !node.auto) required.push(name);
  }
  const patterns = Object.keys(patternProperties).length > 0 ? { patternProperties } : {};
  return { type: 'object', properties, ...patterns, required, additionalProperties: false };
}

/**
 * The fields alone, or with the keys around them that the vendor's own bodies have. An object under the name of
 * an envelope decides which of the two is meant, so that faults are reported for the right one.
 */
function enveloped(envelope: readonly string[], fields: ObjectSchema): TSchema {
  const [key, ...inner] = envelope;
  if (key === undefined) return Type.Unsafe(fields);
  const content = enveloped(inner, fields);
  const isInside = {
    type: 'object',
    properties: { [key]: { type: 'object' as const, additionalProperties: true } },
    required: [key],
    additionalProperties: true,
  };
  const wrapped = {
    type: 'object',
    properties: { [key]: content },
    required: [key],
    additionalProperties: false,
  };
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  return Type.Unsafe({ type: 'object', if: isInside, then: wrapped, else: content });
}

const closed = (properties: Record<string, TSchema>, required: readonly string[]): TSchema =>
  Type.Unsafe({ type: 'object', properties, required: [...required], additionalProperties: false });
