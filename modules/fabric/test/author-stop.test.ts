import { DATABASE } from '@patchbay/kernel/database';
import { forbidden } from '@patchbay/kernel/errors';
import { readOperation } from '@patchbay/kernel/fabric';
import { systemPrincipal } from '@patchbay/kernel/permissions';
import { bootPlatform, type Person, waitFor } from '@patchbay/test/harness';
import { loggedEvent, moduleOf, pretendedEvent, ruleBody } from '@patchbay/test/kit';
import t from 'tap';
import Type from 'typebox';
import { RunIntake } from '../services/intake/run-intake.ts';
import { connect, finished, logs, publish } from './support/platform.ts';

const ask = readOperation({
  id: 'picky.ask',
  title: 'Ask',
  description: 'Asks for more rights when its params say so.',
  permission: 'controller:read',
  input: Type.Object({ much: Type.Boolean() }),
  output: Type.Object({}),
  async run({ params }) {
    if (params.much) throw forbidden({ message: 'Not allowed: needs more.' });
    return { output: {} };
  },
});
/** Who was demoted sees it still: the run begins, and its step is refused. */
const called = pretendedEvent('picky.called', { much: Type.Boolean() }, { access: { role: 'guest' } });
const picky = moduleOf(import.meta.filename, {
  id: 'picky',
  title: 'Picky',
  events: [called],
  operations: [ask],
});

t.test('a Connection or rule whose author was refused', async (t) => {
  const harness = await bootPlatform(t, { modules: [picky] });
  const owner = await harness.owner();
  const { organization_id } = owner;
  const much = '{{trigger.payload.much}}';
  const addRule = (as: Person, fields: Parameters<typeof ruleBody>[0]) =>
    harness.created(as, '/automation/rules', ruleBody(fields));
  const shown = async (path: string) => (await harness.call('GET', path, { as: owner })).body;
  const executions = (id: string, count: number) =>
    waitFor('the executions', async () => {
      const { items } = await shown(`/automation/executions?rule_id=${id}`);
      const hasEnded = items.every(({ finished_at }: { finished_at: unknown }) => finished_at !== null);
      return items.length >= count && hasEnded ? items : null;
    });
  const eventOf = (event_type: string, cursor: number) => loggedEvent(organization_id, event_type, cursor);

  await t.test('for one payload goes on with the next', async (t) => {
    const id = await connect(harness, owner, {
      steps: [{ operation_id: 'picky.ask', params: { much } }],
      mode: 'queued',
    });
    const rule = await addRule(owner, {
      trigger_config: { event_pattern: 'ingest.external' },
      actions: [{ action_type: 'fabric.operation', params: { operation_id: 'picky.ask', params: { much } } }],
    });
    await publish(harness, organization_id, [{ much: true }]);
    const refused = { status: 'failed', reason: 'step 0 failed: kernel.forbidden' };
    t.match(await finished(harness, owner, id, 1), [refused]);
    t.match(await executions(rule, 1), [{ ...refused, reason: 'action 0 failed: kernel.forbidden' }]);
    await publish(harness, organization_id, [{ much: false }]);
    t.match(await finished(harness, owner, id, 2), [{ status: 'succeeded' }, refused]);
    t.match(await executions(rule, 2), [{ status: 'succeeded' }, { status: 'failed' }]);
    t.match(await shown(`/fabric/connections/${id}`), { paused_reason: null });
    t.match(await shown(`/automation/rules/${rule}`), { paused_reason: null });
  });

  await t.test('since a right was lost is paused', async (t) => {
    const author = await harness.person('org_admin');
    const id = await connect(harness, author, {
      source_event: 'picky.called',
      steps: [logs('x'), { operation_id: 'picky.ask', params: { much: false } }],
    });
    const demoted = await harness.call('PATCH', `/users/${author.user_id}`, {
      as: owner,
      body: { role: 'guest' },
    });
    t.equal(demoted.status, 200, demoted.text);
    await harness
      .get(DATABASE)
      .write(systemPrincipal(organization_id), async (work) => work.events.publish(called, { much: false }));
    const { paused_reason } = await waitFor('the pause', async () => {
      const connection = await shown(`/fabric/connections/${id}`);
      return connection.paused_reason === null ? null : connection;
    });
    t.equal(paused_reason, 'author_lost_right');
    const [run] = await finished(harness, owner, id, 1);
    t.notSame(run.steps, [], 'the event was not hidden from its author');
  });

  await t.test('is not paused while the event it waits for is not declared', async (t) => {
    const event_type = 'plugin.gone.said';
    const id = await connect(harness, owner, { source_event: event_type, steps: [logs('x')] });
    const event = eventOf(event_type, 2);
    await harness.get(RunIntake).take([event]);
    t.match(await finished(harness, owner, id, 1), [
      { event_id: event.id, status: 'skipped', reason: 'event_not_declared' },
    ]);
    t.match(await shown(`/fabric/connections/${id}`), { paused_reason: null });
  });
});
