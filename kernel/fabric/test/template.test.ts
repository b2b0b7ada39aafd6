import * as fc from 'fast-check';
import t from 'tap';
import { renderTemplate } from '../templates/template.ts';

const context = {
  trigger: {
    device_id: 'd-1',
    count: 3,
    flag: false,
    nothing: null,
    tags: ['a', 'b'],
    text: '{{trigger.device_id}}',
  },
  steps: [{ output: { url: 'https://example.com/1', list: [{ id: 7 }] }, artifact: null, success: true }],
};
const value = (template: unknown): unknown => {
  const result = renderTemplate(template, context);
  return result.ok ? result.value : `unresolved ${result.unresolved}`;
};

t.test('a template that is the whole string keeps the type of the value', async (t) => {
  t.equal(value('{{trigger.count}}'), 3);
  t.equal(value('{{ trigger.flag }}'), false);
  t.equal(value('{{trigger.nothing}}'), null);
  t.same(value('{{trigger.tags}}'), ['a', 'b']);
  t.same(value('{{steps.0.output.list.0}}'), { id: 7 });
});

t.test('within a string values print', async (t) => {
  t.equal(value('device {{trigger.device_id}}: {{trigger.count}}/{{trigger.flag}}'), 'device d-1: 3/false');
  t.equal(value('{{trigger.count}}{{trigger.count}}'), '33');
  t.equal(value('tags {{trigger.tags}}'), 'tags ["a","b"]');
  t.equal(value('open {{ and }} closed'), 'unresolved and');
  t.equal(value('open {{ only'), 'open {{ only');
});

t.test('trees are rendered, keys are not', async (t) => {
  t.same(value({ '{{trigger.count}}': ['{{steps.0.success}}', { a: 'x{{trigger.count}}' }], n: 1 }), {
    '{{trigger.count}}': [true, { a: 'x3' }],
    n: 1,
  });
});

t.test('what a value contains is not expanded again', async (t) => {
  t.equal(value('{{trigger.text}}'), '{{trigger.device_id}}');
  t.equal(value('<{{trigger.text}}>'), '<{{trigger.device_id}}>');
  t.match(value('{{trigger}}'), { text: '{{trigger.device_id}}' });
});

t.test('what does not resolve is named', async (t) => {
  for (const path of [
    'trigger.missing',
    'missing',
    'trigger.__proto__',
    'trigger.constructor',
    'trigger.constructor.name',
    'steps.prototype',
    'steps.length',
    'steps.00',
    'steps.-1',
    'steps.1',
    'trigger.device_id.0',
    'trigger.device_id.length',
    'trigger.tags.map',
    'trigger.toString',
    'trigger..count',
    '1+1',
    'trigger.count | upper',
    '',
  ])
    t.same(renderTemplate({ a: [`{{${path}}}`] }, context), { ok: false, unresolved: path }, path);
});

t.test('own fields with forbidden names do not resolve either, and do not travel', async (t) => {
  const hostile = { trigger: JSON.parse('{"__proto__":{"x":1},"constructor":{"x":1},"keep":2}') };
  t.equal(renderTemplate('{{trigger.__proto__.x}}', hostile).ok, false);
  t.equal(renderTemplate('{{trigger.constructor.x}}', hostile).ok, false);
  const copied = renderTemplate('{{trigger}}', hostile);
  t.notOk(copied.ok && Object.hasOwn(copied.value as object, '__proto__'));
  t.equal(({} as Record<string, unknown>)['x'], undefined);
});

t.test('the result shares nothing with the context', async (t) => {
  const own = { trigger: { tags: ['a'] }, steps: [] };
  const result = renderTemplate({ tags: '{{trigger.tags}}' }, own);
  if (result.ok) (result.value as { tags: string[] }).tags.push('b');
  t.same(own.trigger.tags, ['a']);
});

t.test('output is bounded', async (t) => {
  const large = {
    trigger: { text: 'x'.repeat(60_000), list: Array.from({ length: 1_000 }, (_, index) => index) },
  };
  t.same(renderTemplate('{{trigger.text}} '.repeat(50), large), {
    ok: false,
    unresolved: 'more than 1048576 characters',
  });
  t.same(
    renderTemplate(
      Array.from({ length: 100 }, () => '{{trigger.list}}'),
      large,
    ),
    { ok: false, unresolved: 'more than 50000 values' },
  );
  let deep: unknown = 'x';
  for (let depth = 0; depth < 40_000; depth++) deep = [deep];
  t.equal(renderTemplate(deep, context).ok, true);
  t.equal(renderTemplate('text {{trigger}}', { trigger: deep }).ok, false);
});

t.test('trees without templates come back equal', async () => {
  fc.assert(
    fc.property(fc.jsonValue({ noUnicodeString: false } as object), (tree) => {
      const text = JSON.stringify(tree);
      fc.pre(!text.includes('{{') && !text.includes('__proto__'));
      const result = renderTemplate(tree, context);
      return result.ok && JSON.stringify(result.value) === text;
    }),
  );
});
