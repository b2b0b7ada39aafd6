import { defineError, notFound, unavailable } from '@patchbay/kernel/errors';
import type { Invocation, InvocationResult, Preview } from '@patchbay/kernel/fabric';
import { type Principal, systemPrincipal } from '@patchbay/kernel/permissions';
import { ManualClock } from '@patchbay/kernel/telemetry';
import t from 'tap';
import type { StepRecord } from '../records/step-record.ts';
import type { RunHooks, RunPlan } from '../running/run-plan.ts';
import { RunSteps } from '../running/run-steps.ts';
import { effectId } from '../steps/effect-id.ts';
import type { Step } from '../steps/sealed-steps.ts';

const webhookUnreachable = defineError({
  id: 'fabric.webhook_unreachable',
  kind: 'bad_gateway',
  type: 'WEBHOOK_UNREACHABLE',
  message: 'The destination could not be reached.',
});
const webhookTimedOut = defineError({
  id: 'fabric.webhook_timed_out',
  kind: 'timeout',
  type: 'WEBHOOK_TIMED_OUT',
  message: 'The destination did not answer within 30 seconds.',
});

const author = systemPrincipal('o1');
const effect = (
  params: Readonly<Record<string, unknown>> = {},
  on_failure: Step['on_failure'] = 'stop',
): Step => ({
  operation_id: 'some.effect',
  params,
  on_failure,
});

function setUp(answer: (invocation: Invocation) => InvocationResult | Promise<InvocationResult>) {
  const invocations: Invocation[] = [];
  const invoker = {
    takesArtifact: (operation_id: string) => operation_id === 'some.taker',
    isInstant: (operation_id: string) => operation_id === 'fabric.log',
    preview: (): Preview => ({ hasEffect: true, produces: [], stages: null }),
    async invoke(_principal: Principal, invocation: Invocation) {
      invocations.push(invocation);
      return answer(invocation);
    },
  };
  return { invocations, runner: new RunSteps(invoker, new ManualClock()) };
}

const plan = (steps: readonly Step[], fields: Partial<RunPlan> = {}): RunPlan => ({
  run_id: 'r1',
  steps,
  trigger: { door: 7 },
  causation: ['e1', 'c1'],
  done: [],
  mode: 'live',
  claims: 1,
  ...fields,
});

const hooks = (fields: Partial<RunHooks> = {}): RunHooks => ({
  principal: () => author,
  checkpoint: () => true,
  ...fields,
});
const says = (output: unknown): InvocationResult => ({ staged: false, output });

t.test('params are filled from the trigger and from the steps before', async (t) => {
  const { invocations, runner } = setUp(({ params }) => says({ echo: params['value'] }));
  const outcome = await runner.run(
    plan([effect({ value: '{{trigger.door}}' }), effect({ value: 'door {{steps.0.output.echo}}' })]),
    hooks(),
  );
  t.equal(outcome.status, 'succeeded');
  t.same(
    invocations.map(({ params }) => params),
    [{ value: 7 }, { value: 'door 7' }],
  );
  t.same(
    invocations.map(({ effect_id }) => effect_id),
    [effectId('r1', 0), effectId('r1', 1)],
  );
  t.same(invocations[0]?.causation, ['e1', 'c1']);
});

t.test('a staged write leaves its change in the record and in the chain', async (t) => {
  const { invocations, runner } = setUp(({ params }) =>
    params['id'] ? says(null) : { staged: true, change_id: 'ch1', feature: 'some.feature' },
  );
  const outcome = await runner.run(plan([effect(), effect({ id: '{{steps.0.output.change_id}}' })]), hooks());
  t.match(outcome.steps[0], { change_id: 'ch1', status: 'succeeded' });
  t.same(invocations[1]?.params, { id: 'ch1' });
});

t.test('an artifact of an earlier step is handed on', async (t) => {
  const artifact = { media_type: 'image/jpeg', bytes: Buffer.from('x') };
  const { invocations, runner } = setUp(() => ({ staged: false, output: null, artifact }));
  await runner.run(plan([effect(), effect()]), hooks());
  t.same(
    invocations.map((each) => each.artifact),
    [undefined, artifact],
  );
});

t.test('an artifact of an earlier try is produced again for the steps that follow', async (t) => {
  const artifact = { media_type: 'image/jpeg', bytes: Buffer.from('x') };
  const { invocations, runner } = setUp(({ params }) =>
    params['take'] ? { staged: false, output: null, artifact } : says(null),
  );
  const steps = [effect({ take: true }), effect(), effect({ size: '{{steps.0.artifact.size}}' })];
  const first = await runner.run(plan(steps), hooks());
  t.match(first.steps[0], { artifact: { media_type: 'image/jpeg', size: 1 } });
  invocations.length = 0;
  const outcome = await runner.run(plan(steps, { done: first.steps.slice(0, 2) }), hooks());
  t.equal(outcome.status, 'succeeded');
  t.same(
    invocations.map(({ params, artifact: handed }) => [params, handed]),
    [
      [{ take: true }, undefined],
      [{ size: 1 }, artifact],
    ],
  );
});

t.test('a step waits longer each time, and a hidden output resolves no more in a later try', async (t) => {
  const { runner } = setUp(({ params }) => {
    if (params['fail']) throw webhookUnreachable();
    return says({ token: 'secret', place: 'rack 4' });
  });
  const retry = { attempts: 3, delay_seconds: 10, otherwise: 'continue' } as const;
  const failing: Step = { operation_id: 'some.effect', params: { fail: true }, on_failure: 'retry', retry };
  const once = await runner.run(plan([failing]), hooks());
  t.match(once, { status: 'waiting', steps: [{ status: 'waiting', attempts: 1 }] });
  const twice = await runner.run(plan([failing], { done: once.steps }), hooks());
  t.match(twice, { status: 'waiting', steps: [{ attempts: 2 }] });
  const waits = [once, twice].map((outcome) => ('retryInMs' in outcome ? outcome.retryInMs : 0));
  t.ok(waits.every((waitMs, index) => waitMs >= 10_000 * 2 ** index && waitMs <= 12_000 * 2 ** index));
  const last = await runner.run(plan([failing], { done: twice.steps }), hooks());
  t.match(last, { status: 'succeeded', steps: [{ status: 'failed', attempts: 3 }] });
  const steps = [
    effect(),
    effect({ v: '{{steps.0.output.place}}' }),
    effect({ v: '{{steps.0.output.token}}' }),
  ];
  const first = await runner.run(plan(steps), hooks());
  t.equal(first.status, 'succeeded');
  const again = await runner.run(plan(steps, { done: first.steps.slice(0, 1) }), hooks());
  t.match(again, { status: 'failed', reason: 'step 2 failed: TEMPLATE_UNRESOLVED' });
});

t.test('failures are codes in the record', async (t) => {
  const errors = [notFound(), unavailable(), new Error('secret detail')];
  const { runner } = setUp(() => {
    throw errors.shift();
  });
  const outcome = await runner.run(
    plan([effect({}, 'continue'), effect({}, 'continue'), effect({}, 'continue')]),
    hooks(),
  );
  t.equal(outcome.status, 'succeeded');
  t.same(
    outcome.steps.map(({ error }) => error?.type),
    ['kernel.not_found', 'NO_DB', 'internal'],
  );
  t.notMatch(JSON.stringify(outcome), /secret detail/);
});

t.test('a step whose database is gone is taken up again with the same effect id', async (t) => {
  const gone = unavailable({ cause: new Error('Connection terminated unexpectedly') });
  const answers = [() => says('first'), () => Promise.reject(gone), () => says('second')];
  const { invocations, runner } = setUp(() => answers.shift()?.() ?? says(null));
  const steps = [effect(), effect({}, 'continue')];
  const stopped = await runner.run(plan(steps), hooks());
  t.match(stopped, { status: 'interrupted', steps: [{ status: 'succeeded', output: 'first' }] });
  t.equal(stopped.steps.length, 1);
  const outcome = await runner.run(plan(steps, { done: stopped.steps, claims: 2 }), hooks());
  t.match(outcome, { status: 'succeeded', steps: [{ output: 'first' }, { output: 'second' }] });
  t.same(
    invocations.map(({ effect_id }) => effect_id),
    [effectId('r1', 0), effectId('r1', 1), effectId('r1', 1)],
  );
});

t.test('a database that is gone for too long fails the step with its own code', async (t) => {
  const { runner } = setUp(() => {
    throw unavailable({ cause: new Error('Connection terminated unexpectedly') });
  });
  t.match(await runner.run(plan([effect()], { claims: 5 }), hooks()), { status: 'interrupted' });
  t.match(await runner.run(plan([effect()], { claims: 6 }), hooks()), {
    status: 'failed',
    reason: 'step 0 failed: NO_DB',
  });
});

t.test('a destination that cannot be reached or is too slow fails the step at once', async (t) => {
  const errors = [webhookUnreachable(), webhookTimedOut()];
  const { runner } = setUp(() => {
    throw errors.shift();
  });
  const outcome = await runner.run(plan([effect({}, 'continue'), effect()]), hooks());
  t.match(outcome, {
    status: 'failed',
    steps: [{ error: { type: 'WEBHOOK_UNREACHABLE' } }, { error: { type: 'WEBHOOK_TIMED_OUT' } }],
  });
});

t.test('an author who can no longer act fails the step before anything is invoked', async (t) => {
  const { invocations, runner } = setUp(() => says(null));
  const outcome = await runner.run(plan([effect()]), hooks({ principal: () => null }));
  t.match(outcome, { status: 'failed', reason: 'step 0 failed: AUTHOR_DISABLED' });
  t.same(invocations, []);
});

t.test('the state is written before each effect, and a lost claim ends the try', async (t) => {
  const { invocations, runner } = setUp(() => says(null));
  const seen: (readonly StepRecord[])[] = [];
  const outcome = await runner.run(
    plan([effect(), effect(), effect()]),
    hooks({
      checkpoint(records) {
        seen.push(records);
        return seen.length < 3;
      },
    }),
  );
  t.equal(outcome.status, 'interrupted');
  t.equal(invocations.length, 2);
  t.same(
    seen.map((records) => records.map(({ status }) => status)),
    [['running'], ['succeeded', 'running'], ['succeeded', 'succeeded', 'running']],
  );
});

t.test('a run that was interrupted goes on at the step that had begun', async (t) => {
  const { invocations, runner } = setUp(() => says(null));
  const done = { operation_id: 'some.effect', input: null, error: null, duration_ms: 1 };
  const outcome = await runner.run(
    plan([effect(), effect({ v: '{{steps.0.output.id}}' })], {
      done: [
        { ...done, status: 'succeeded', output: { id: 'kept' } },
        { ...done, status: 'running', output: null },
      ],
    }),
    hooks(),
  );
  t.equal(outcome.status, 'succeeded');
  t.same(
    invocations.map(({ params, effect_id }) => [params, effect_id]),
    [[{ v: 'kept' }, effectId('r1', 1)]],
  );
});

t.test('an unreadable authority ends the try, not the step', async (t) => {
  const { runner } = setUp(() => says(null));
  const principal = () => {
    throw unavailable();
  };
  await t.rejects(runner.run(plan([effect()]), hooks({ principal })), unavailable());
});

t.test('a shadow run shows what it would send and sends nothing', async (t) => {
  const { invocations, runner } = setUp(() => says(null));
  const outcome = await runner.run(
    plan([effect({ value: '{{trigger.door}}' })], { mode: 'shadow' }),
    hooks(),
  );
  t.match(outcome, {
    status: 'succeeded',
    steps: [{ status: 'skipped', input: { value: '[redacted]' }, author_view: { input: { value: 7 } } }],
  });
  t.same(invocations, []);
});

t.test('what jsonb cannot hold does not reach it, and secrets are hidden', async (t) => {
  const { runner } = setUp(() => says({ text: 'a\0b\ud800', password: 'p' }));
  const outcome = await runner.run(
    plan([effect({ headers: { Authorization: 'Bearer x', 'x-api-key': 'k' } })]),
    hooks(),
  );
  t.match(outcome.steps[0], {
    input: { headers: '[redacted]' },
    author_view: { input: { headers: { Authorization: '[redacted]', 'x-api-key': '[redacted]' } } },
    output: { text: 'ab\ufffd', password: '[redacted]' },
  });
});
