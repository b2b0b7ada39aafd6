import { bootPlatform, type Person, waitFor } from '@patchbay/test/harness';
import t from 'tap';
import { connect, disconnect, finished, logs, publish } from './support/platform.ts';
import { receiver } from './support/receiver.ts';

/** The receiver answers with the status that stands second. */
const CAPABILITY = '/services/200/B0000/capability-of-a-room';
const SECRETS = ['capability-of-a-room', 'a text for few'];

t.test('runs that are carried out anew after another became author', async (t) => {
  const sink = await receiver(t);
  const harness = await bootPlatform(t, { environment: { FABRIC_WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' } });
  const first = await harness.owner();
  const second = await harness.person('org_admin');
  const told = (text: string) => SECRETS.filter((secret) => text.includes(secret));
  const tokens = () =>
    sink.deliveries
      .filter(({ path }) => String(path).startsWith('/then'))
      .map(({ body }) => JSON.parse(body).token);
  const private_ = {
    operation_id: 'fabric.webhook',
    params: { url: `${sink.url}${CAPABILITY}`, payload: { text: 'a text for few' } },
  };
  const then = (status: string) => ({
    operation_id: 'fabric.webhook',
    params: {
      url: `${sink.url}/then/${status}`,
      payload: { token: '{{steps.0.output.body.token}}' },
    },
  });
  const ended = (as: Person, id: string) =>
    waitFor('the new run', async () => {
      const answer = await harness.call('GET', `/fabric/runs/${id}`, { as });
      return answer.body.finished_at === null ? null : answer;
    });
  const failedRun = async () => {
    const id = await connect(harness, first, { steps: [private_, then('500')] });
    await publish(harness, first.organization_id, [{}]);
    const [run] = await finished(harness, first, id, 1);
    t.match(run, { status: 'failed', dead_letter: 'open', steps: [{ input: private_.params }, {}] });
    return { id, run_id: String(run.id) };
  };
  const takeOver = async (id: string, status: string) => {
    const steps = [{ ...private_, params: '[redacted]' }, then(status)];
    const answer = await harness.call('PATCH', `/fabric/connections/${id}`, { as: second, body: { steps } });
    t.match(answer.body, { author_id: second.user_id }, answer.text);
  };

  const newRuns: Readonly<Record<string, (id: string, run_id: string) => Promise<void>>> = {
    'a rerun': async (_id, run_id) => {
      const path = `/fabric/runs/${run_id}/rerun`;
      const answer = await harness.call('POST', path, { as: second, body: { from_step: 1 } });
      t.equal(answer.status, 202, answer.text);
      t.same(told(answer.text), []);
    },
    'a replay': async (_id, run_id) => {
      const answer = await harness.call('POST', `/fabric/dead-letters/${run_id}/replay`, { as: second });
      t.equal(answer.status, 202, answer.text);
      t.same(told(answer.text), []);
    },
    'a replay of all': async (id) => {
      const answer = await harness.call('POST', '/fabric/dead-letters/replay', {
        as: second,
        body: { connection_id: id },
      });
      t.match(answer.body, { replayed: 1 }, answer.text);
    },
  };
  for (const [name, begin] of Object.entries(newRuns))
    await t.test(
      `${name} shows the new author nothing of what the first wrote, and goes on with it`,
      async (t) => {
        const { id, run_id } = await failedRun();
        await takeOver(id, '200');
        sink.deliveries.length = 0;
        await begin(id, run_id);
        const { items } = (await harness.call('GET', `/fabric/connections/${id}/runs`, { as: second })).body;
        const [{ id: newest }] = items;
        t.not(newest, run_id);
        const answer = await ended(second, newest);
        t.match(answer.body, {
          status: 'succeeded',
          rerun_of: run_id,
          steps: [{ input: { url: '[redacted]', payload: '[redacted]' } }, { status: 'succeeded' }],
        });
        t.same(told(answer.text), [], answer.text);
        t.same(tokens(), ['abc']);
        const again = await harness.call('POST', `/fabric/runs/${newest}/rerun`, {
          as: second,
          body: { from_step: 1 },
        });
        t.equal((await ended(second, again.body.id)).body.status, 'succeeded', 'a rerun of the rerun');
        t.same(tokens(), ['abc', 'abc']);
        const list = await harness.call('GET', `/fabric/connections/${id}/runs`, { as: second });
        t.same(told(list.text), []);
        const own = await harness.call('GET', `/fabric/runs/${run_id}`, { as: first });
        t.match(own.body.steps[0], { input: private_.params }, 'the first author sees the first run');
        await disconnect(harness, first, id);
      },
    );

  await t.test(
    'show nothing of an output that repeats the params of a step which was written anew',
    async (t) => {
      const secret = 'a text for few eyes';
      const told = {
        operation_id: 'fabric.webhook',
        params: { url: `${sink.url}/told/500`, payload: '{{steps.0.output.message}}' },
      };
      const id = await connect(harness, first, { steps: [logs(secret), told] });
      await publish(harness, first.organization_id, [{}]);
      const [run] = await finished(harness, first, id, 1);
      t.match(run.steps[0], { output: { message: secret } }, 'its author sees it');
      const patched = await harness.call('PATCH', `/fabric/connections/${id}`, {
        as: second,
        body: { steps: [logs('mine'), logs('it said {{steps.0.output.message}}')] },
      });
      t.match(patched.body, { author_id: second.user_id }, patched.text);
      const again = await harness.call('POST', `/fabric/runs/${run.id}/rerun`, {
        as: second,
        body: { from_step: 1 },
      });
      t.equal(again.status, 202, again.text);
      const answer = await ended(second, again.body.id);
      t.notOk(answer.text.includes(secret), answer.text);
      t.match(answer.body.steps[1], { status: 'failed', error: { type: 'TEMPLATE_UNRESOLVED' } });
      await disconnect(harness, first, id);
    },
  );

  await t.test('have the outputs of steps whose params their author does not see', async (t) => {
    const { id } = await failedRun();
    await takeOver(id, '501');
    await publish(harness, first.organization_id, [{}]);
    const [failed] = await finished(harness, second, id, 2);
    t.match(failed, { steps: [{ input: { url: '[redacted]' } }, { status: 'failed' }] });
    sink.deliveries.length = 0;
    const replay = await harness.call('POST', `/fabric/dead-letters/${failed.id}/replay`, { as: second });
    t.match((await ended(second, replay.body.id)).body.steps[1], { error: { type: 'WEBHOOK_REFUSED' } });
    t.same(tokens(), ['abc']);
  });
});

t.test(
  'the new author of a Connection does not get the kept params by the templates of another step',
  async (t) => {
    const sink = await receiver(t);
    const harness = await bootPlatform(t, { environment: { FABRIC_WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' } });
    const first = await harness.owner();
    const second = await harness.person('org_admin');
    const kept = logs(`note ${sink.url}${CAPABILITY}`);
    const own = logs('{{steps.0.output.message}}');
    const id = await connect(harness, first, { steps: [kept, own] });
    await publish(harness, first.organization_id, [{}]);
    const [before] = await finished(harness, first, id, 1);
    t.match(before, { status: 'succeeded', steps: [{}, { output: kept.params }] }, 'one writer sees both');
    const post = {
      operation_id: 'fabric.webhook',
      params: { url: `${sink.url}/take`, payload: { own: own.params } },
    };
    const steps = [{ ...kept, params: '[redacted]' }, { ...post, on_failure: 'continue' }, own];
    const taken = await harness.call('PATCH', `/fabric/connections/${id}`, { as: second, body: { steps } });
    t.match(taken.body, { author_id: second.user_id }, taken.text);
    await publish(harness, first.organization_id, [{}]);
    const [run] = await finished(harness, second, id, 2);
    t.match(run, {
      status: 'failed',
      steps: [
        { status: 'succeeded', output: { message: '[redacted]' } },
        { error: { type: 'TEMPLATE_UNRESOLVED' } },
        { error: { type: 'TEMPLATE_UNRESOLVED' } },
      ],
    });
    t.same(sink.deliveries, []);
    const list = await harness.call('GET', `/fabric/connections/${id}/runs`, { as: second });
    t.notMatch(list.text, /capability-of-a-room/);
  },
);
