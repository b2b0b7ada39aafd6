import type { TSchema } from 'typebox';
import Type from 'typebox';
import type { FieldLeaf } from '../inventory/models.ts';

const MAX_TEXT = 4_096;
/** Lists of addresses and certificates are long. */
const MAX_LONG_TEXT = 65_536;
const longTypes = new Set(['AliasContentField', 'StoreB64Field', 'JsonField', 'Base64Field']);
/** Options that stand in the model. Where they come from the running system, refusing is left to the firewall. */
const closedTypes = new Set(['OptionField', 'SNatModeField']);

/** Schema of one field as far as the model settles it; the firewall decides the rest. Empty text unsets a field. */
export function fieldSchema(leaf: FieldLeaf): TSchema {
  const { type } = leaf;
  if (type === 'BooleanField') return Type.Unsafe({ enum: ['0', '1', true, false, ...unset(leaf)] });
  if (type === 'IntegerField' || type === 'NumericField' || type.endsWith('SequenceField'))
    return whole(leaf);
  if (closedTypes.has(type) && leaf.options !== undefined) return chosen(leaf, leaf.options);
  if (type === 'PortField' || type === 'PortMappedField') return port(leaf);
  const maxLength = longTypes.has(type) || leaf.multiple ? MAX_LONG_TEXT : MAX_TEXT;
  const description = leaf.multiple ? `${type}, several separated by commas` : type;
  return Type.Unsafe({ type: 'string', maxLength, ...(leaf.required ? { minLength: 1 } : {}), description });
}

const unset = ({ required }: FieldLeaf): readonly string[] => (required ? [] : ['']);

function chosen(leaf: FieldLeaf, options: readonly string[]): TSchema {
  if (!leaf.multiple) return Type.Unsafe({ enum: [...new Set([...options, ...unset(leaf)])] });
  const words = options.map((option) => option.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')).join('|');
  const list = `(?:${words})(?:,(?:${words}))*`;
  return Type.Unsafe({
    type: 'string',
    maxLength: MAX_TEXT,
    pattern: leaf.required ? `^${list}$` : `^(?:${list})?$`,
    description: `several of: ${options.slice(0, 40).join(', ')}`,
  });
}

/** A number, or a text: names, aliases and ranges are ports too. */
const port = ({ type, required }: FieldLeaf): TSchema =>
  Type.Unsafe({
    anyOf: [
      { type: 'integer', minimum: 1, maximum: 65_535 },
      { type: 'string', maxLength: 128, ...(required ? { minLength: 1 } : {}), description: type },
    ],
  });

/** A number as a number or as text; limits hold for both, as far as text can be checked here. */
function whole({ min, max, required }: FieldLeaf): TSchema {
  const bounds = {
    ...(min === undefined ? {} : { minimum: min }),
    ...(max === undefined ? {} : { maximum: max }),
  };
  const digits = max === undefined || max < 0 ? 12 : String(max).length;
  const text = `^${min !== undefined && min >= 0 ? '' : '-?'}[0-9]{1,${digits}}$`;
  const pattern = required ? text : `${text}|^$`;
  return Type.Unsafe({
    anyOf: [
      { type: 'integer', ...bounds },
      { type: 'string', pattern },
    ],
  });
}
