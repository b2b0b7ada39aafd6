import Type, { type TSchema } from 'typebox';
import { type ArgumentType, callArguments } from '../writes/section-schemas.ts';

type Schema = Readonly<Record<string, unknown>>;

const MAX_TEXT = 255;
const ONE_LINE = '^[^\\u0000-\\u001f\\u007f]*$';

const schemas: Readonly<Record<ArgumentType, Schema>> = {
  string: { type: 'string', minLength: 1, maxLength: MAX_TEXT, pattern: ONE_LINE },
  int: { type: 'integer', minimum: 0, maximum: 2_147_483_647 },
  bool: { type: 'boolean' },
  list: {
    type: 'array',
    maxItems: 32,
    items: { type: 'string', maxLength: MAX_TEXT, pattern: ONE_LINE },
  },
  table: { type: 'object', additionalProperties: { type: 'string', maxLength: MAX_TEXT } },
};

/** Schema of the arguments a call takes, narrowed where the feature knows more than the vendor's types. */
export function argumentsSchema(
  call: string,
  required: readonly string[],
  own: Readonly<Record<string, Schema>> = {},
  left: readonly string[] = [],
): TSchema {
  const known = Object.entries(callArguments(call)).filter(([name]) => !left.includes(name));
  const properties = Object.fromEntries(known.map(([name, type]) => [name, own[name] ?? schemas[type]]));
  return closedSchema(properties, required);
}

export const closedSchema = (
  properties: Readonly<Record<string, Schema>>,
  required: readonly string[],
): TSchema =>
  Type.Unsafe({ type: 'object', properties, required: [...required], additionalProperties: false });

/** A file in the payload. */
export const fileSchema: Schema = {
  type: 'string',
  minLength: 4,
  maxLength: 1_000_000,
  pattern: '^[A-Za-z0-9+/]+={0,2}$',
  contentEncoding: 'base64',
};
