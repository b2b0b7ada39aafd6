import type { TSchema } from 'typebox';
import type { Field } from '../inventory/models.ts';

type Schema = Readonly<Record<string, unknown>>;

const MAX_TEXT = 16_384;
const MAX_LIST = 5_000;
/** Fields the product numbers upwards without an end of its own. */
const greatest = Number.MAX_SAFE_INTEGER;
const MAC_ADDRESS = '^([0-9a-fA-F]{2}:){5}[0-9a-fA-F]{2}$';
const FILTER_NAME = '^[a-zA-Z0-9_]+$';
const patterns: Readonly<Record<string, string>> = { MACAddress: MAC_ADDRESS, FilterName: FILTER_NAME };

/**
 * One field as far as its declaration settles it; whether addresses, ports and names fit the rest of the configuration
 * the firewall decides. A field with conditions may be null, which is how it reads while they are not met.
 */
export function fieldSchema(field: Field, nestedSchema: (model: string) => TSchema): Schema {
  const nullable = field.allow_null || Object.keys(field.conditions).length > 0;
  return field.many ? listSchema(field, nullable, nestedSchema) : oneSchema(field, nullable);
}

function listSchema(field: Field, nullable: boolean, nestedSchema: (model: string) => TSchema): Schema {
  const items =
    field.nested_model_class === null
      ? oneSchema({ ...field, allow_empty: false }, false)
      : nestedSchema(field.nested_model_class);
  const most = field.many_maximum > 0 ? Math.min(field.many_maximum, MAX_LIST) : MAX_LIST;
  const least = field.allow_empty ? 0 : Math.max(1, field.many_minimum);
  return { type: nullable ? ['array', 'null'] : 'array', items, minItems: least, maxItems: most };
}

function oneSchema(field: Field, nullable: boolean): Schema {
  const { choices, allow_empty } = field;
  if (choices.length > 0) {
    const empty = allow_empty && !choices.includes('') && field.type === 'string' ? [''] : [];
    return { enum: [...choices, ...empty, ...(nullable ? [null] : [])] };
  }
  const type = field.type === 'double' ? 'number' : field.type === 'array' ? 'object' : field.type;
  const typed = { type: nullable ? [type, 'null'] : type };
  if (type === 'integer' || type === 'number')
    return {
      ...typed,
      ...(field.minimum === null ? {} : { minimum: field.minimum }),
      maximum: Math.min(field.maximum ?? greatest, greatest),
    };
  return type === 'string' ? { ...typed, ...textBounds(field) } : typed;
}

function textBounds({ allow_empty, minimum_length, maximum_length, validators }: Field): Schema {
  const pattern = validators.map(([kind]) => patterns[kind]).find((each) => each !== undefined);
  return {
    minLength: allow_empty ? 0 : Math.max(1, minimum_length ?? 0),
    maxLength: Math.min(maximum_length ?? MAX_TEXT, MAX_TEXT),
    ...(pattern === undefined ? {} : { pattern: allow_empty ? `^$|${pattern}` : pattern }),
  };
}
