// Runs in a process of its own: turns of the loop are timed, and garbage of other files would lengthen them.
import t from 'tap';
import type { JsonSchema } from '../index.ts';
import { CheckBudget, schemaBounds, schemaProblems, validateData } from '../package/index.ts';

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
    [{ const: { a: [1], b: null } }, { b: null, a: [1] }, []],
    [{ enum: [{ a: [1, 2] }, [3]] }, { a: [2, 1] }, ['/ is none of the values']],
    [{ enum: [{ a: 1 }, [3], null] }, null, []],
    [{ const: { a: 1 } }, { a: 1, b: 1 }, ['/ is not the fixed value']],
    [{ const: [] }, {}, ['/ is not the fixed value']],
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
  t.ok(performance.now() - started < 5_000);
});

const range = <T>(count: number, each: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => each(at));

/** The least of eight, in time of the processor: what data costs it costs each time, what the machine does beside it comes and goes. */
function minMs(work: () => unknown): number {
  const times = range(8, () => {
    const startedMs = performance.now();
    const { user, system } = process.threadCpuUsage();
    work();
    const used = process.threadCpuUsage({ user, system });
    return Math.min(performance.now() - startedMs, (used.user + used.system) / 1_000);
  });
  return Math.min(...times);
}

t.test(
  'a check costs what it may and no more, whatever is large: the data, its texts, or the schema',
  async (t) => {
    const objects = range(200, (i) => ({ kind: i }));
    const eightTimes = (schema: JsonSchema): JsonSchema => ({ anyOf: range(8, () => schema) });
    const text = 'x'.repeat(1_000_000);
    const emoji = '\u{1F600}'.repeat(400_000);
    const map = Object.assign(Object.create(null), Object.fromEntries(range(20_000, (i) => [`key ${i}`, i])));
    const tooCostly = 'costs more to check than it may';
    const cases: [string, JsonSchema, unknown, string][] = [
      ['one large text in an object', { enum: objects }, { kind: text }, 'is none of the values'],
      [
        'many objects, each like the fixed ones',
        { items: { enum: objects } },
        range(2_000, () => ({ kind: 199 })),
        tooCostly,
      ],
      [
        'texts counted again and again',
        eightTimes(eightTimes({ minLength: 600_000, maxLength: 999_999 })),
        text,
        'fits none of the alternatives',
      ],
      [
        'characters of two units',
        eightTimes(eightTimes({ minLength: 600_000, maxLength: 799_999 })),
        emoji,
        'fits none of the alternatives',
      ],
      [
        'different texts, all counted',
        { items: { minLength: 60_000 } },
        range(90, (i) => `${emoji.slice(0, 100_000)}${i}`),
        tooCostly,
      ],
      [
        'members gathered for each alternative',
        eightTimes(eightTimes({ required: ['none'], additionalProperties: { type: 'integer' } })),
        map,
        'fits none of the alternatives',
      ],
      [
        'the largest map a plugin may send',
        { additionalProperties: { type: 'integer', minimum: 0 } },
        map,
        '',
      ],
      [
        'alternatives within alternatives',
        { items: { anyOf: [...range(7, () => eightTimes({ type: 'boolean' })), { type: 'integer' }] } },
        range(20_000, (i) => i),
        tooCostly,
      ],
    ];
    for (const [name, schema, data, expected] of cases) {
      t.equal(validateData(schema, data)[0]?.message ?? '', expected, name);
      const ms = minMs(() => validateData(schema, data));
      t.ok(ms < 15, `${name}: ${ms.toFixed(1)} ms`);
    }
  },
);

t.test('checks that share a budget end together, and say that nothing is known of the data', async (t) => {
  const budget = new CheckBudget();
  const schema: JsonSchema = { items: { type: 'integer' } };
  const list = range(20_000, (i) => i);
  t.strictSame(validateData(schema, list, budget), []);
  t.strictSame(validateData(schema, list, budget), []);
  const refused = [{ path: '/', message: 'costs more to check than it may', isTooCostly: true }];
  t.strictSame(validateData(schema, list, budget), refused);
  t.strictSame(validateData(true, 1, budget), refused);
  t.strictSame(validateData(schema, list), [], 'another budget is untouched');
});
