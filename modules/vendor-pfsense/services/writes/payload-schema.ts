import type { FeatureOperation } from '@patchbay/vendor-kit';
import Type, { type TSchema } from 'typebox';
import type { Field, Model, Models } from '../inventory/models.ts';
import { conditionSchemas } from './condition-schema.ts';
import type { FirewallFeature } from './features.ts';
import { fieldSchema } from './field-schema.ts';

/** Models whose order matters, so that a place may be given. */
const ordered = new Set(['FirewallRule', 'PortForward', 'OutboundNATMapping', 'OneToOneNATMapping']);
const filterKinds = ['', '__contains', '__startswith', '__lt'];
const MAX_NAME = 512;
const MAX_PLACES = 100_000;

/** Whether the place in the list decides. */
export const isOrdered = ({ name }: Model): boolean => ordered.has(name);

/** Schema of a feature's payload for one operation: the vendor's own field names, nothing else. */
export function payloadSchema(
  models: Models,
  feature: FirewallFeature,
  operation: FeatureOperation,
): TSchema {
  const { model, kind } = feature;
  if (kind === 'purge') return purgeSchema(model);
  if (operation === 'delete')
    return Type.Unsafe({ type: 'object', properties: {}, additionalProperties: false });
  if (operation === 'update' && (kind === 'object' || kind === 'settings'))
    return updateSchema(models, model);
  return createSchema(models, model, kind === 'object');
}

/** A new object, or the arguments of a command. */
function createSchema(models: Models, model: Model, isListed: boolean): TSchema {
  const fields = given(model);
  const properties = propertiesOf(models, fields);
  if (isListed && model.parent !== null)
    properties['parent_id'] = { type: 'string', minLength: 1, maxLength: MAX_NAME };
  if (isListed && isOrdered(model)) properties['placement'] = placement;
  const required = fields.filter(isAlwaysRequired).map(({ name }) => name);
  if (properties['parent_id'] !== undefined) required.push('parent_id');
  const byName = new Map(fields.map((field) => [field.name, field]));
  const conditions = fields.flatMap((field) => conditionSchemas(field, byName));
  return Type.Unsafe({
    type: 'object',
    properties,
    required,
    additionalProperties: false,
    ...(conditions.length > 0 ? { allOf: conditions } : {}),
  });
}

/** Schema of an update; whether conditions are met depends on the rest of the object. */
function updateSchema(models: Models, model: Model): TSchema {
  const properties = propertiesOf(
    models,
    given(model).filter(({ editable }) => editable),
  );
  if (isOrdered(model)) properties['placement'] = placement;
  return Type.Unsafe({
    type: 'object',
    properties,
    required: [],
    additionalProperties: false,
    minProperties: 1,
  });
}

function purgeSchema(model: Model): TSchema {
  const names = [...model.fields.values()].flatMap(({ name, type }) =>
    filterKinds.map((kind) => [
      `${name}${kind}`,
      type === 'string'
        ? { type: 'string', minLength: 1, maxLength: MAX_NAME }
        : { type: 'integer', minimum: 0 },
    ]),
  );
  return Type.Unsafe({
    type: 'object',
    properties: Object.fromEntries(names),
    required: [],
    additionalProperties: false,
    minProperties: 1,
  });
}

const placement = { type: 'integer', minimum: 0, maximum: MAX_PLACES };

const given = (model: Model): readonly Field[] =>
  [...model.fields.values()].filter(({ read_only }) => !read_only);

const isAlwaysRequired = ({ required, conditions }: Field): boolean =>
  required && Object.keys(conditions).length === 0;

function propertiesOf(models: Models, fields: readonly Field[]): Record<string, object> {
  const nested = (name: string): TSchema => createSchema(models, models.model(name), false);
  return Object.fromEntries(fields.map((field) => [field.name, fieldSchema(field, nested)]));
}
