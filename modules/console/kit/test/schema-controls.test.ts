import t from 'tap';
import { flagOf, flagValue, isFlag } from '../forms/schema/flags.ts';
import type { FormSchema } from '../forms/schema/form-schema.ts';
import { hintOf } from '../forms/schema/hints.ts';
import { emptyObject, firstValue, propertyOf, readSchema } from '../forms/schema/schema.ts';

t.test('each schema has its control', async (t) => {
  const kindOf = (schema: Parameters<typeof readSchema>[0], value?: unknown) =>
    readSchema(schema, value).kind;
  t.equal(kindOf({ type: 'string' }), 'text');
  t.equal(kindOf({ type: ['string', 'number'] }), 'text');
  t.equal(kindOf({ type: 'integer' }), 'number');
  t.equal(kindOf({ type: 'boolean' }), 'switch');
  t.equal(kindOf({ enum: ['a', 'b'] }), 'choice');
  t.equal(kindOf({ enum: ['yes', 'no', true, false] }), 'flag');
  t.equal(kindOf({ anyOf: [{ enum: ['0', '1'] }, { const: '' }] }), 'flag');
  t.equal(kindOf({ type: 'array', items: { type: 'integer' } }), 'texts');
  t.equal(kindOf({ type: 'array', items: { type: 'object', properties: { a: {} } } }), 'objects');
  t.equal(kindOf({ type: 'object', properties: { a: {} } }), 'object');
  t.equal(kindOf({}), 'json');
});

t.test('of alternatives the one that the value fits is taken', async (t) => {
  const words = { anyOf: [{ type: 'array', items: { type: 'string' } }, { type: 'string' }] };
  t.equal(readSchema(words).kind, 'texts');
  t.equal(readSchema(words, 'one').kind, 'text');
  const numberOrText = readSchema({
    anyOf: [
      { type: 'integer', minimum: 1, maximum: 9 },
      { type: 'string', pattern: '^\\d$' },
    ],
  });
  t.match(numberOrText, { kind: 'text', schema: { minimum: 1, maximum: 9 } });
  const nested = readSchema({
    anyOf: [{ anyOf: [{ type: 'string' }, { type: 'number' }] }, { type: 'null' }],
  });
  t.match(nested, { kind: 'text', isNullable: true });
});

t.test(
  'objects of several kinds offer the values that decide, and the fields of the chosen one',
  async (t) => {
    const schema: FormSchema = {
      anyOf: [
        { type: 'object', properties: { type: { enum: ['PORTS'] }, ports: { type: 'string' } } },
        { type: 'object', properties: { type: { enum: ['NETWORKS'] }, networks: { type: 'string' } } },
      ],
    };
    const properties = (value: unknown) => readSchema(schema, value).schema.properties;
    t.same(properties({ type: 'NETWORKS' }), {
      type: { enum: ['PORTS', 'NETWORKS'] },
      networks: { type: 'string' },
    });
    t.same(Object.keys(properties(undefined) ?? {}), ['type', 'ports']);
  },
);

t.test('a flag keeps the words of the device', async (t) => {
  const choices = [true, false, 'yes', 'no', 'true', 'false'];
  t.equal(isFlag(choices), true);
  t.equal(isFlag(['yes', 'maybe']), false);
  t.equal(flagValue(choices, 'no', true), 'yes');
  t.equal(flagValue(choices, 'false', true), 'true');
  t.equal(flagValue(['0', '1'], undefined, false), '0');
  t.equal(flagOf('enabled'), true);
  t.equal(flagOf(''), undefined);
});

t.test('hints of vendors become suggestions, units and words', async (t) => {
  t.match(hintOf({ description: 'offered: a, b' }), {
    suggestions: ['a', 'b'],
    isSeveral: false,
    text: undefined,
  });
  t.match(hintOf({ description: 'several of: a, b' }), { suggestions: ['a', 'b'], isSeveral: true });
  t.match(hintOf({ description: 'NetworkField, several separated by commas' }), {
    isList: true,
    text: undefined,
  });
  t.match(hintOf({ description: 'string' }), { text: undefined });
  t.match(hintOf({ description: 'The rate.', 'x-unit': 'Mbit/s' }), { text: 'The rate.', unit: 'Mbit/s' });
});

t.test('names may fit a pattern, and new values begin with what is required', async (t) => {
  const schema = {
    type: 'object',
    properties: { name: { type: 'string' }, on: { enum: ['0', '1'] } },
    required: ['on'],
    patternProperties: { '^net\\d+$': { type: 'string' } },
  };
  t.same(propertyOf(schema, 'net4'), { type: 'string' });
  t.equal(propertyOf(schema, 'disk0'), undefined);
  t.same(emptyObject(schema), { on: '0' });
  t.same(firstValue({ type: 'array' }), null);
});
