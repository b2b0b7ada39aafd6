import { bootPlatform, waitFor } from '@patchbay/test/harness';
import t from 'tap';
import { action, addRule, changeRule, dropRule, ended, executionsOf, publish } from './support/platform.ts';
import { Receiver } from './support/receiver.ts';

const CAPABILITY = '/services/200/B0000/capability-of-a-room';
const SECRETS = ['capability-of-a-room', 'a text for few'];

t.test(
  'an execution that is carried out anew shows its new author nothing of what the first one wrote',
  async (t) => {
    const receiver = await Receiver.start(t);
    const harness = await bootPlatform(t, { environment: { FABRIC_WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' } });
    const first = await harness.owner();
    const second = await harness.person('org_admin');
    const told = (text: string) => SECRETS.filter((secret) => text.includes(secret));
    const post = (path: string, body?: unknown) =>
      harness.call('POST', `/automation/${path}`, { as: second, ...(body === undefined ? {} : { body }) });
    const hidden = action('webhook', {
      url: `${receiver.url}${CAPABILITY}`,
      payload: { text: 'a text for few' },
    });
    const then = (status: string) =>
      action('webhook', {
        url: `${receiver.url}/then/${status}`,
        payload: { status: '{{steps.0.output.status}}' },
      });
    const failed = async () => {
      const id = await addRule(harness, first, { actions: [hidden, then('500')] });
      await publish(harness, first.organization_id, [{}]);
      const [execution] = await ended(harness, first, id, 1);
      t.match(execution, { dead_letter: 'open', actions: [{ input: hidden.params }, {}] });
      const actions = [{ ...hidden, params: '[redacted]' }, then('200')];
      const taken = await changeRule(harness, second, id, { actions });
      t.match(taken.body, { author_id: second.user_id }, taken.text);
      return { id, execution_id: String(execution.id) };
    };
    const ways: Readonly<Record<string, (id: string, execution_id: string) => Promise<{ text: string }>>> = {
      'a rerun': (_id, execution_id) => post(`executions/${execution_id}/rerun`, { from_action: 1 }),
      'a replay': (_id, execution_id) => post(`dead-letters/${execution_id}/replay`),
      'a replay of all': (id) => post('dead-letters/replay', { rule_id: id }),
    };
    for (const [name, begin] of Object.entries(ways))
      await t.test(name, async (t) => {
        const { id, execution_id } = await failed();
        t.same(told((await begin(id, execution_id)).text), []);
        const anew = await waitFor('the new execution', async () => {
          const { items } = await executionsOf(harness, second, id);
          const [newest] = items;
          return items.length === 2 && newest.finished_at !== null && newest;
        });
        t.match(anew, {
          status: 'succeeded',
          rerun_of: execution_id,
          actions: [{ input: { url: '[redacted]', payload: '[redacted]' } }, { status: 'succeeded' }],
        });
        t.equal(receiver.received.at(-1)?.body, '{"status":200}', 'its actions have the outputs');
        const seen = await harness.call('GET', `/automation/executions?rule_id=${id}`, { as: second });
        t.same(told(seen.text), []);
        const own = await harness.call('GET', `/automation/executions/${execution_id}`, { as: first });
        t.match(own.body.actions[0], { input: hidden.params }, 'the first author sees the first one');
        await dropRule(harness, first, id);
      });
  },
);
