import t from 'tap';
import type { FormSchema } from '../forms/schema/form-schema.ts';
import { matchesSchema } from '../forms/schema/matches-schema.ts';
import { pruneValue } from '../forms/schema/prune-value.ts';
import { resolveSchema } from '../forms/schema/resolve-schema.ts';

t.test('conditions look at types, fixed values, bounds and combinations', async (t) => {
  const schema: FormSchema = {
    type: 'object',
    required: ['mode'],
    properties: { mode: { enum: ['a', 'b'] }, size: { type: 'integer', minimum: 1, maximum: 3 } },
    not: { properties: { mode: { const: 'b' } }, required: ['mode', 'size'] },
  };
  t.equal(matchesSchema(schema, { mode: 'a', size: 3 }), true);
  t.equal(matchesSchema(schema, { mode: 'a', size: 4 }), false);
  t.equal(matchesSchema(schema, { size: 2 }), false);
  t.equal(matchesSchema(schema, { mode: 'b' }), true);
  t.equal(matchesSchema(schema, { mode: 'b', size: 1 }), false);
  t.equal(matchesSchema({ type: ['string', 'null'], pattern: '^x' }, null), true);
  t.equal(matchesSchema({ type: 'string', pattern: '^x' }, 'yx'), false);
  t.equal(matchesSchema({ oneOf: [{ type: 'string' }, { const: 'a' }] }, 'a'), false);
});

t.test('fields that depend on another one come and go with it', async (t) => {
  const schema: FormSchema = {
    type: 'object',
    properties: {
      mode: { enum: ['SERVER', 'RELAY'] },
      range: { type: 'string' },
      servers: { type: 'array' },
    },
    required: ['mode'],
    additionalProperties: false,
    allOf: [
      {
        if: { properties: { mode: { const: 'SERVER' } }, required: ['mode'] },
        // biome-ignore lint/suspicious/noThenProperty: a word of JSON Schema
        then: { properties: { range: {}, servers: false }, required: ['range'] },
      },
      {
        if: { properties: { mode: { const: 'RELAY' } }, required: ['mode'] },
        // biome-ignore lint/suspicious/noThenProperty: a word of JSON Schema
        then: { properties: { range: false, servers: {} }, required: ['servers'] },
      },
    ],
  };
  const server = resolveSchema(schema, { mode: 'SERVER' });
  t.same(Object.keys(server.properties ?? {}), ['mode', 'range']);
  t.same(server.properties?.['range'], { type: 'string' });
  t.same(server.required, ['mode', 'range']);
  t.same(Object.keys(resolveSchema(schema, { mode: 'RELAY' }).properties ?? {}), ['mode', 'servers']);
  t.same(Object.keys(resolveSchema(schema, {}).properties ?? {}), ['mode', 'range', 'servers']);
  t.same(pruneValue(schema, { mode: 'RELAY', range: '1-2', servers: ['a'] }), {
    mode: 'RELAY',
    servers: ['a'],
  });
});

t.test('of an envelope and a flat form the one that the value has is taken', async (t) => {
  const flat: FormSchema = {
    type: 'object',
    properties: { name: { type: 'string' } },
    additionalProperties: false,
  };
  const schema: FormSchema = {
    type: 'object',
    properties: { name: {}, values: {} },
    additionalProperties: false,
    if: { properties: { values: { type: 'object' } }, required: ['values'] },
    // biome-ignore lint/suspicious/noThenProperty: a word of JSON Schema
    then: { properties: { values: flat }, required: ['values'], additionalProperties: false },
    else: flat,
  };
  t.same(resolveSchema(schema, { name: 'x' }).properties, { name: { type: 'string' } });
  t.same(resolveSchema(schema, { values: {} }).properties, { values: flat });
});

t.test('what only a reading has is not sent back', async (t) => {
  const schema: FormSchema = {
    type: 'object',
    properties: {
      ports: {
        type: 'array',
        items: { type: 'object', properties: { number: { type: 'integer' } }, additionalProperties: false },
      },
    },
    additionalProperties: true,
  };
  t.same(pruneValue(schema, { ports: [{ number: 1, link: 'up' }], note: 'n' }), {
    ports: [{ number: 1 }],
    note: 'n',
  });
});
