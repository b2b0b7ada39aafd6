import type { JsonSchema } from '../author/json.ts';

const text = (most: number, least = 1) => ({ type: 'string', minLength: least, maxLength: most }) as const;
const textList = (most: number, length = 200) =>
  ({ type: 'array', maxItems: most, items: text(length) }) as const;
const closed = (properties: Record<string, JsonSchema>, required: readonly string[]): JsonSchema => ({
  type: 'object',
  additionalProperties: false,
  required,
  properties,
});

/** The shape of `plugin.json`, in the same subset that plugins use; `readManifest` adds what a shape cannot say. */
export const manifestSchema: JsonSchema = closed(
  {
    $schema: text(300),
    manifest_version: { const: 1 },
    id: text(63, 2),
    name: text(80),
    version: text(64),
    description: text(1_000, 0),
    sdk: { type: 'integer', minimum: 1, maximum: 1_000 },
    permissions: closed(
      { events: textList(50), state: { type: 'boolean' }, emit: textList(50, 64), http: textList(20, 253) },
      [],
    ),
    events: {
      type: 'array',
      maxItems: 50,
      items: closed({ type: text(64), title: text(200), description: text(1_000, 0), payload_schema: true }, [
        'type',
        'payload_schema',
      ]),
    },
    operations: {
      type: 'array',
      maxItems: 50,
      items: closed(
        {
          id: text(63),
          title: text(200),
          description: text(1_000, 0),
          input_schema: true,
          output_schema: true,
          produces: textList(10, 120),
          accepts: textList(10, 120),
          permission: { type: ['string', 'null'], maxLength: 120 },
        },
        ['id', 'title'],
      ),
    },
    tools: {
      type: 'array',
      maxItems: 20,
      items: closed({ name: text(63), description: text(1_000), input_schema: true }, [
        'name',
        'description',
      ]),
    },
    entry: text(200),
  },
  ['manifest_version', 'id', 'name', 'version', 'sdk', 'entry'],
);
