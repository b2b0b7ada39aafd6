import { bootPlatform, type Person, waitFor } from '@patchbay/test/harness';
import t from 'tap';
import { pretendedModule } from './support/actions.ts';
import { action, addRule, changeRule, ended, eventsOf, logs, publish } from './support/platform.ts';

const MOST = 20;

t.test('A rule that can go on no more', async (t) => {
  const harness = await bootPlatform(t, { modules: [pretendedModule] });
  const owner = await harness.owner();
  const { organization_id } = owner;
  const rule = async (id: string) =>
    (await harness.call('GET', `/automation/rules/${id}`, { as: owner })).body;
  const paused = (id: string) =>
    waitFor('the pause', async () => {
      const shown = await rule(id);
      return shown.paused_reason === null ? null : shown;
    });
  const demote = async ({ user_id }: Person, role: string) => {
    const answer = await harness.call('PATCH', `/users/${user_id}`, { as: owner, body: { role } });
    t.equal(answer.status, 200, answer.text);
  };
  const pausesOf = async (id: string) =>
    (await eventsOf(harness, owner, 'automation.rule.paused')).filter(
      ({ payload }: { payload: { rule_id: string } }) => payload.rule_id === id,
    );

  for (const [role, because] of [
    ['viewer', 'may write no rules'],
    ['admin', 'may not hear the event'],
  ] as const)
    await t.test(`because its author ${because}, records why and pauses`, async (t) => {
      const author = await harness.person('org_admin');
      const id = await addRule(harness, author, { actions: [action('pretended.say', { text: 'x' })] });
      await demote(author, role);
      const [event_id] = await publish(harness, organization_id, [{}]);
      t.match(await ended(harness, owner, id, 1), [
        { event_id, status: 'skipped', reason: 'author_lost_right', actions: [] },
      ]);
      t.match(await paused(id), { paused_reason: 'author_lost_right', next_fire_at: null });
      const [told, ...more] = await waitFor('its event', async () => {
        const events = await pausesOf(id);
        return events.length > 0 ? events : null;
      });
      t.match(told.payload, { reason: 'author_lost_right', author_id: author.user_id });
      t.same(more, []);
      const why = await harness.call('GET', `/fabric/why-not?event_id=${event_id}&rule_id=${id}`, {
        as: owner,
      });
      t.match(why.body, { ran: false, reason: 'author_lost_right' });
      const taken = await changeRule(harness, owner, id, { actions: [logs('mine')] });
      t.match(taken.body, { author_id: owner.user_id, paused_reason: null });
    });

  await t.test(
    'because its author lost the right to an action says so in the execution, and pauses',
    async (t) => {
      const author = await harness.person('org_admin');
      const id = await addRule(harness, author, {
        trigger_config: { event_pattern: 'site.created' },
        actions: [action('fabric.operation', { operation_id: 'fabric.log', params: {} })],
      });
      await demote(author, 'admin');
      await harness.site(owner, 'Somewhere');
      t.match(await ended(harness, owner, id, 1), [
        { status: 'failed', actions: [{ error: { type: 'kernel.forbidden' } }] },
      ]);
      t.match(await paused(id), { paused_reason: 'author_lost_right' });
    },
  );

  await t.test('because it only fails pauses after so many failures', async (t) => {
    const id = await addRule(harness, owner, { actions: [action('pretended.refuse', {})] });
    const fail = (count: number) =>
      publish(
        harness,
        organization_id,
        Array.from({ length: count }, () => ({})),
      );
    await fail(MOST - 1);
    await ended(harness, owner, id, MOST - 1);
    t.match(await rule(id), { paused_reason: null, failures_in_a_row: MOST - 1 });
    await fail(1);
    t.match(await paused(id), { paused_reason: 'failing', failures_in_a_row: MOST });
    await waitFor('its event', async () => (await pausesOf(id)).length === 1);
    const resumed = await changeRule(harness, owner, id, { is_enabled: true });
    t.match(resumed.body, { paused_reason: null, failures_in_a_row: 0 });
    const better = await changeRule(harness, owner, id, { actions: [action('pretended.say', {})] });
    t.match(better.body, { paused_reason: null });
  });
});
