import {
  holdsTemplate,
  insertedAt,
  insertedIntoJson,
  readsNoEarlier,
  stepOf,
  templatePathsIn,
} from '@patchbay/console-kit/steps-model';
import t from 'tap';

t.test('a template goes where the caret is', async (t) => {
  t.equal(insertedAt('Camera  saw', 'trigger.camera_id', 7), 'Camera {{trigger.camera_id}} saw');
  t.equal(insertedAt('abc', 'trigger.x', 1, 2), 'a{{trigger.x}}c', 'in place of what is marked');
  t.equal(insertedAt('', 'trigger.x'), '{{trigger.x}}');
});

t.test('in JSON a template is quoted unless it stands in a text', async (t) => {
  t.equal(insertedIntoJson('{"a": }', 'trigger.x', 6), '{"a": "{{trigger.x}}"}');
  t.equal(insertedIntoJson('{"a": "b "}', 'trigger.x', 9), '{"a": "b {{trigger.x}}"}');
  t.equal(insertedIntoJson('{"a\\"": }', 'trigger.x', 8), '{"a\\"": "{{trigger.x}}"}');
});

t.test('paths of templates are read out of any value', async (t) => {
  t.same(templatePathsIn({ a: ['{{ trigger.x }}', 1, null], b: 'to {{steps.0.output}} and {{trigger.y}}' }), [
    'trigger.x',
    'steps.0.output',
    'trigger.y',
  ]);
  t.equal(stepOf('steps.12.output.a'), 12);
  t.equal(stepOf('trigger.steps.1'), null);
  t.equal(stepOf('steps.1a'), null);
  t.equal(holdsTemplate('{{trigger}}'), true);
  t.equal(holdsTemplate('{ {trigger} }'), false);
});

t.test('a step reads only what is before it', async (t) => {
  t.equal(readsNoEarlier('steps.0.output', 1), false);
  t.equal(readsNoEarlier('steps.1.output', 1), true);
  t.equal(readsNoEarlier('steps.removed.output', 3), true);
  t.equal(readsNoEarlier('trigger.a', 0), false);
});
