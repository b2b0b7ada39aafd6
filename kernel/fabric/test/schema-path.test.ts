import t from 'tap';
import Type from 'typebox';
import { pathInSchema } from '../templates/schema-path.ts';
import { templatePaths } from '../templates/template-paths.ts';

const Payload = Type.Object({
  device_id: Type.String(),
  site_id: Type.Union([Type.String(), Type.Null()]),
  data: Type.Object({ name: Type.String(), reason: Type.Optional(Type.String()) }),
  place: Type.Union([Type.Object({ rack: Type.String() }), Type.Null()]),
  tags: Type.Array(Type.Object({ key: Type.String() })),
  more: Type.Record(Type.String(), Type.Unknown()),
  labels: Type.Object({}, { additionalProperties: Type.Object({ colour: Type.String() }) }),
  anything: Type.Unknown(),
});

t.test('a path is judged by what the schema lists', async (t) => {
  const verdicts = {
    device_id: 'declared',
    site_id: 'declared',
    'data.name': 'declared',
    'data.reason': 'optional',
    'place.rack': 'optional',
    'tags.0.key': 'optional',
    'more.door.number': 'open',
    'labels.a.colour': 'open',
    'anything.at.all': 'open',
    nothing: 'absent',
    'data.names': 'absent',
    'device_id.length': 'absent',
    'tags.first': 'absent',
    'labels.a.size': 'absent',
    'more.__proto__': 'absent',
    'data.constructor': 'absent',
    '': 'absent',
  };
  const found = Object.keys(verdicts).map((path) => [path, pathInSchema(Payload, path)]);
  t.same(Object.fromEntries(found), verdicts);
});

t.test('a schema that says nothing leaves every path open, one that says no leaves none', async (t) => {
  for (const schema of [{}, true, undefined, { $ref: '#/x' }, { allOf: [{}] }, Type.Object({})])
    t.equal(pathInSchema(schema, 'a.b'), 'open');
  t.equal(pathInSchema(false, 'a'), 'absent');
  t.equal(pathInSchema(Type.Literal('x'), 'a'), 'absent');
});

t.test('a schema that contains itself and a path without end are judged in time', async (t) => {
  const endless: { anyOf: unknown[] } = { anyOf: [] };
  endless.anyOf.push(
    { type: 'object', properties: { a: endless } },
    { type: 'object', properties: { a: endless } },
  );
  t.equal(pathInSchema(endless, Array.from({ length: 200 }, () => 'a').join('.')), 'open');
  t.equal(pathInSchema(endless, 'a.'.repeat(400)), 'absent');
});

t.test('templates are found in every string of a tree, and half of one is text', async (t) => {
  const value = { a: 'x {{ one }} and {{two.0}}', b: [{ c: '{{three}}' }], d: '{{half', e: 4, f: null };
  t.same([...templatePaths(value)].sort(), ['one', 'three', 'two.0']);
});
