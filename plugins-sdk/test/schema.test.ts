import t from 'tap';
import type { JsonSchema } from '../index.ts';
import { schemaBounds, schemaProblems, validateData } from '../package/index.ts';

t.test('a schema within the subset has no problems', async (t) => {
  const schema = {
    type: 'object',
    required: ['a'],
    additionalProperties: false,
    properties: {
      a: { type: ['string', 'null'], maxLength: 3 },
      b: { type: 'array', items: { anyOf: [{ const: 1 }, true] } },
    },
  };
  t.strictSame(schemaProblems(schema), []);
});

t.test('patterns, references, unknown keywords and wrong values are refused by name', async (t) => {
  const refused: [unknown, string][] = [
    [{ pattern: '(a+)+$' }, '/pattern: not allowed here'],
    [{ $ref: '#' }, '/$ref: not allowed here'],
    [{ properties: { a: { patternProperties: {} } } }, '/properties/a/patternProperties: not allowed here'],
    [{ toString: 1 }, '/toString: not allowed here'],
    [{ type: 'thing' }, '/type: not a valid value'],
    [{ minLength: -1 }, '/minLength: not a valid value'],
    [{ items: 5 }, '/items: not a schema'],
    [{ anyOf: Array(9).fill(true) }, '/anyOf: not allowed here'],
    [null, ': not a schema'],
  ];
  for (const [schema, problem] of refused) t.strictSame(schemaProblems(schema), [problem]);
});

t.test('depth, count and size are bounded, without deep recursion', async (t) => {
  let deep: object = {};
  for (let level = 0; level < schemaBounds.depth; level += 1) deep = { items: deep };
  t.match(schemaProblems(deep), [/nested deeper/]);
  const wide = (inner: object) => ({
    properties: Object.fromEntries(Array.from({ length: 99 }, (_, at) => [`p${at}`, inner])),
  });
  t.match(schemaProblems(wide({ properties: { a: {}, b: {}, c: {}, d: {}, e: {}, f: {} } })), [/subschemas/]);
  t.match(schemaProblems({ description: 'x', default: 'x'.repeat(40_000) }), [/larger than/]);
  let endless: unknown = [];
  for (let level = 0; level < 100_000; level += 1) endless = [endless];
  t.match(schemaProblems({ default: endless }), [/larger than/]);
});

t.test('data is checked by walking the schema', async (t) => {
  const object: JsonSchema = {
    type: 'object',
    required: ['n'],
    additionalProperties: false,
    properties: {
      n: { type: 'integer', minimum: 1, maximum: 5 },
      tags: { type: 'array', maxItems: 2, items: { enum: ['a', 'b'] } },
    },
  };
  const cases: [JsonSchema, unknown, string[]][] = [
    [object, { n: 3, tags: ['a'] }, []],
    [object, {}, ['/ needs n']],
    [object, { n: 9 }, ['/n must be at most 5']],
    [object, { n: 1.5 }, ['/n must be integer']],
    [object, { n: 1, tags: ['a', 'c'] }, ['/tags/1 is none of the values']],
    [object, { n: 1, tags: ['a', 'a', 'a'] }, ['/tags must have at most 2 items']],
    [object, { n: 1, constructor: 1 }, ['/constructor is not allowed']],
    [object, JSON.parse('{"n":1,"__proto__":1}'), ['/__proto__ is not allowed']],
    [
      { anyOf: [{ type: 'string', minLength: 2 }, { type: 'null' }] },
      'x',
      ['/ fits none of the alternatives'],
    ],
    [{ const: { a: [1] } }, { a: [1] }, []],
    [{ exclusiveMinimum: 0, exclusiveMaximum: 1 }, 1, ['/ must be below 1']],
    [{ type: ['string', 'null'], maxLength: 1 }, '\u{1F600}', []],
    [false, 1, ['/ is not allowed']],
    [true, undefined, []],
  ];
  for (const [schema, data, expected] of cases)
    t.strictSame(
      validateData(schema, data).map(({ path, message }) => `${path} ${message}`),
      expected,
    );
});

t.test('a check that would take too long ends', async (t) => {
  const never: JsonSchema = { type: 'array', items: { const: 1 } };
  const schema: JsonSchema = { items: { anyOf: Array(8).fill({ anyOf: Array(8).fill(never) }) } };
  const data = Array.from({ length: 20_000 }, () => [2]);
  const started = performance.now();
  t.ok(validateData(schema, data).length > 0);
  t.ok(performance.now() - started < 1_000);
});
