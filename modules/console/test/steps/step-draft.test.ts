import {
  inserted,
  moved,
  newStep,
  REDACTED,
  removed,
  type StepDraft,
  stepBody,
  stepFrom,
  underFormerKeys,
} from '@patchbay/console-kit/steps-model';
import t from 'tap';

const logs = (message: string): StepDraft => newStep('fabric.log', { message });
const messages = (steps: readonly StepDraft[]): readonly unknown[] =>
  steps.map(({ params }) => (params === REDACTED ? REDACTED : params['message']));

t.test('templates follow the steps that they read', async (t) => {
  const [a, b, c] = [
    logs('{{trigger.id}}'),
    logs('b {{steps.0.output.message}}'),
    logs('{{steps.1.output}} {{steps.0.output}}'),
  ];
  const steps = [a, b, c];
  t.same(messages(inserted(steps, 0, logs('first'))), [
    'first',
    '{{trigger.id}}',
    'b {{steps.1.output.message}}',
    '{{steps.2.output}} {{steps.1.output}}',
  ]);
  t.same(messages(moved(steps, b.key, 0)), [
    'b {{steps.1.output.message}}',
    '{{trigger.id}}',
    '{{steps.0.output}} {{steps.1.output}}',
  ]);
});

t.test('a template whose step is removed never reads the step that takes its place', async (t) => {
  const steps = [
    logs('a'),
    logs('b'),
    logs('{{steps.0.output.message}}{{steps.1.success}}'),
    logs('{{steps.2.output}}'),
  ];
  t.same(messages(removed(steps, steps[0]?.key ?? '')), [
    'b',
    '{{steps.removed.output.message}}{{steps.0.success}}',
    '{{steps.1.output}}',
  ]);
});

t.test(
  'templates are found however deep they stand, and steps that do not exist are left alone',
  async (t) => {
    const deep = newStep('fabric.webhook', {
      payload: { list: ['{{ steps.0.output }}', { at: '{{steps.7.output}}' }] },
    });
    const [, , last] = inserted([logs('a'), deep], 0, logs('new')) as [StepDraft, StepDraft, StepDraft];
    t.same(last.params, { payload: { list: ['{{ steps.1.output }}', { at: '{{steps.7.output}}' }] } });
  },
);

t.test('stored steps come back as they were', async (t) => {
  const stored = {
    operation_id: 'fabric.notify',
    params: { title: 'x' },
    on_failure: 'retry',
    retry: { attempts: 5, delay_seconds: 30, otherwise: 'continue' },
  };
  const { operation_id, ...facts } = stored;
  t.same({ operation_id, ...stepBody(stepFrom(operation_id, facts, 0)) }, stored);
  t.same(stepBody(stepFrom('fabric.log', { params: REDACTED, on_failure: 'stop' }, 0)), {
    params: REDACTED,
    on_failure: 'stop',
  });
});

t.test('steps that are read anew keep their keys where they stand as they stood', async (t) => {
  const former = [logs('a'), newStep('fabric.webhook')];
  const fresh = underFormerKeys([logs('b'), newStep('fabric.notify')], former);
  t.equal(fresh[0]?.key, former[0]?.key);
  t.not(fresh[1]?.key, former[1]?.key);
});
