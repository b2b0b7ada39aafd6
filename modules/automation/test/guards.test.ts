import { bootPlatform, waitFor } from '@patchbay/test/harness';
import t from 'tap';
import { pretendedModule } from './support/actions.ts';
import {
  action,
  addRule,
  dropRule,
  ended,
  eventsOf,
  type Fields,
  publish,
  ruleBody,
} from './support/platform.ts';

const say = (text: string) => action('pretended.say', { text });

t.test('Guards', async (t) => {
  const harness = await bootPlatform(t, { modules: [pretendedModule] });
  const owner = await harness.owner();
  const { organization_id } = owner;

  t.test('an action whose module is switched off fails, and is not in the catalog', async (t) => {
    const rule = { actions: [action('create_alert', { title: 'x' })] };
    const id = await addRule(harness, owner, rule);
    const turn = (enabled: boolean) =>
      harness.call('PATCH', '/modules/alerts', { as: owner, body: { enabled } });
    t.equal((await turn(false)).status, 200);
    await publish(harness, organization_id, [{}]);
    t.match(await ended(harness, owner, id, 1), [
      { status: 'failed', actions: [{ error: { type: 'ACTION_UNAVAILABLE' } }] },
    ]);
    t.equal((await harness.call('GET', '/actions?search=create_alert', { as: owner })).body.total, 0);
    t.equal(
      (await harness.call('POST', '/automation/rules', { as: owner, body: ruleBody(rule) })).status,
      422,
    );
    t.equal((await turn(true)).status, 200);
    await publish(harness, organization_id, [{}]);
    t.match(await ended(harness, owner, id, 2), [{ status: 'succeeded' }, { status: 'failed' }]);
    await dropRule(harness, owner, id);
  });

  t.test('a loop ends with its reason', async (t) => {
    const id = await addRule(harness, owner, {
      trigger_config: { event_pattern: 'alert.created' },
      // The alert of the test before may still be on its way.
      conditions: {
        logic: 'and',
        conditions: [{ field: 'title', operator: 'in', value: ['first', 'again'] }],
      },
      actions: [action('create_alert', { title: 'again' })],
    });
    const starter = await addRule(harness, owner, { actions: [action('create_alert', { title: 'first' })] });
    await publish(harness, organization_id, [{}]);
    const items = await ended(harness, owner, id, 2);
    t.same(
      items.map(({ status, reason }: Fields) => [status, reason]),
      [
        ['skipped', 'loop: this rule led to the event'],
        ['succeeded', null],
      ],
    );
    for (const each of [id, starter]) await dropRule(harness, owner, each);
    const deep = Array.from({ length: 16 }, (_, index) => `01980000-0000-7000-8000-0000000000${10 + index}`);
    const late = await addRule(harness, owner, { actions: [say('never')] });
    await publish(harness, organization_id, [{}], { causation: deep });
    t.match(await ended(harness, owner, late, 1), [
      { status: 'skipped', reason: 'loop: the chain is deeper than 8' },
    ]);
    await dropRule(harness, owner, late);
  });

  t.test('a rule answers so many events a minute, and says once that there were more', async (t) => {
    const id = await addRule(harness, owner, { max_runs_per_minute: 2, actions: [say('x')] });
    await publish(harness, organization_id, [{}, {}, {}, {}]);
    const items = await ended(harness, owner, id, 4);
    t.same(
      items.map(({ reason }: Fields) => reason).sort(),
      [null, null, 'rate_ceiling', 'rate_ceiling'].sort(),
    );
    await waitFor(
      'the event',
      async () => (await eventsOf(harness, owner, 'automation.rule.throttled')).length > 0,
    );
    t.match(await eventsOf(harness, owner, 'automation.rule.throttled'), [
      { payload: { rule_id: id, runs_per_minute: 2 } },
    ]);
    await dropRule(harness, owner, id);
  });
});
