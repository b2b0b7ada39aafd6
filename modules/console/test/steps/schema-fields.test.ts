import {
  exampleOf,
  fieldsOf,
  fieldsOfAll,
  fieldsOfValue,
  isTemplatePath,
  narrowed,
  stepGroup,
  triggerGroup,
} from '@patchbay/console-kit/steps-model';
import t from 'tap';

const schema = {
  type: 'object',
  required: ['device_id', 'data'],
  properties: {
    device_id: { type: 'string', description: 'the device' },
    site_id: { anyOf: [{ type: 'string' }, { type: 'null' }] },
    data: {
      type: 'object',
      required: ['status'],
      properties: { status: { enum: ['online', 'offline'] }, reason: { type: 'string' } },
    },
    tags: { type: 'array', items: { type: 'object', properties: { name: { type: 'string' } } } },
  },
};

t.test('a schema tells its fields, their types and whether they are always there', async (t) => {
  t.same(
    fieldsOf(schema).map(({ path, type, isCertain }) => [path, type, isCertain]),
    [
      ['device_id', 'string', true],
      ['site_id', 'string', false],
      ['data', 'object', true],
      ['data.status', 'string', true],
      ['data.reason', 'string', false],
      ['tags', 'array', false],
      ['tags.0', 'object', false],
      ['tags.0.name', 'string', false],
    ],
  );
  t.same(fieldsOf(schema).find(({ path }) => path === 'data.status')?.choices, ['online', 'offline']);
  t.same(fieldsOf(undefined), []);
  t.same(fieldsOf({}), []);
});

t.test('of several events a field is certain only where each of them has it', async (t) => {
  const other = { type: 'object', required: ['device_id'], properties: { device_id: { type: 'string' } } };
  t.same(
    fieldsOfAll([schema, other])
      .filter(({ isCertain }) => isCertain)
      .map(({ path }) => path),
    ['device_id'],
  );
});

t.test('a schema without an end is left in time', async (t) => {
  const endless: Record<string, unknown> = { type: 'object', properties: {} };
  endless['properties'] = { again: endless };
  t.ok(fieldsOf(endless).length < 20);
  t.same(exampleOf(endless) !== undefined, true);
});

t.test('values that were seen stand in for a schema', async (t) => {
  t.same(
    fieldsOfValue({ items: [{ ip: '10.0.0.1' }, { ip: '10.0.0.2' }], total: 2 }).map(({ path }) => path),
    ['items', 'items.0', 'items.0.ip', 'total'],
  );
});

t.test('values of the event and of earlier steps become paths of templates', async (t) => {
  const trigger = triggerGroup('Event', [schema]);
  t.equal(trigger.values[0]?.path, 'trigger.device_id');
  t.equal(trigger.values.at(-1)?.path, 'trigger');
  const facts = { title: 'x', isWrite: false, output_schema: null, seen: undefined, produces: [] };
  const pathsOf = (step: typeof facts) => stepGroup(step, 2).values.map(({ path }) => path);
  t.same(pathsOf(facts), ['steps.2.output', 'steps.2.success']);
  t.same(pathsOf({ ...facts, isWrite: true }), [
    'steps.2.output.change_id',
    'steps.2.output.feature',
    'steps.2.output',
    'steps.2.success',
  ]);
  const camera = { ...facts, seen: undefined, produces: ['image/jpeg'] };
  t.ok(stepGroup(camera, 0).values.some(({ path }) => path === 'steps.0.artifact.media_type'));
  t.same(
    narrowed([trigger], 'DEVICE').flatMap(({ values }) => values.map(({ path }) => path)),
    ['trigger.device_id'],
  );
  t.same(
    ['trigger', 'trigger.a.0', 'steps.3.output.x', 'steps', 'step.1', 'trigger. x'].filter(isTemplatePath),
    ['trigger', 'trigger.a.0', 'steps.3.output.x'],
  );
});

t.test('an example has the shape of its schema', async (t) => {
  t.same(exampleOf(schema), { device_id: '', site_id: '', data: { status: 'online', reason: '' }, tags: [] });
});
