import { DATABASE } from '@patchbay/kernel/database';
import { systemPrincipal } from '@patchbay/kernel/permissions';
import { siteUpdated } from '@patchbay/module-organizations/contract';
import { bootPlatform, waitFor } from '@patchbay/test/harness';
import t from 'tap';
import { pretendedModule } from './support/actions.ts';
import {
  action,
  addRule,
  changeRule,
  ended,
  eventsOf,
  every,
  executionsOf,
  publish,
} from './support/platform.ts';

const say = action('pretended.say', { text: 'x' });
const NOWHERE = '01980000-0000-7000-8000-000000000001';

t.test('Authors and explanations', async (t) => {
  const harness = await bootPlatform(t, { modules: [pretendedModule] });
  const owner = await harness.owner();
  const { organization_id } = owner;
  const ask = (query: Readonly<Record<string, string>>, as = owner) =>
    harness.call('GET', `/fabric/why-not?${new URLSearchParams(query)}`, { as });
  const why = async (event_id: string | undefined, rule_id: string) =>
    (await ask({ event_id: String(event_id), rule_id })).body;
  const patchUser = (user_id: string, body: unknown) =>
    harness.call('PATCH', `/users/${user_id}`, { as: owner, body });
  const siteEvent = (site_id: string) =>
    harness
      .get(DATABASE)
      .write(systemPrincipal(organization_id), async (work) =>
        work.events.publish(siteUpdated, { site_id, name: 'x', slug: 'x' }, { site_id }),
      );

  t.test(
    'why an event led to nothing is told by what was recorded, then by the rule as it stands',
    async (t) => {
      const probe = await addRule(harness, owner, { actions: [say] });
      const [early] = await publish(harness, organization_id, [{}]);
      await ended(harness, owner, probe, 1);
      const high = await addRule(harness, owner, {
        conditions: { logic: 'and', conditions: [{ field: 'payload.level', operator: 'gt', value: 5 }] },
        actions: [say],
      });
      const tight = await addRule(harness, owner, { max_runs_per_minute: 1, actions: [say] });
      const other = await addRule(harness, owner, {
        trigger_config: { event_pattern: 'device.*' },
        actions: [say],
      });
      const off = await addRule(harness, owner, { is_enabled: false, actions: [say] });
      const clock = await addRule(harness, owner, { ...every('0 0 1 1 *'), actions: [say] });
      const failing = await addRule(harness, owner, { actions: [action('pretended.refuse', {})] });
      const [first] = await publish(harness, organization_id, [{ level: 1 }]);
      await ended(harness, owner, tight, 1);
      const [second] = await publish(harness, organization_id, [{ level: 9 }]);
      await ended(harness, owner, tight, 2);
      await ended(harness, owner, high, 1);
      await ended(harness, owner, failing, 2);
      t.match(await why(first, probe), { ran: true, reason: null, detail: /^Execution .* succeeded/ });
      t.match(await why(first, failing), { ran: true, reason: 'action 0 failed: ACTION_FAILED' });
      t.match(await why(second, tight), { ran: false, reason: 'rate_ceiling' });
      t.same(await why(first, high), {
        ran: false,
        reason: 'conditions',
        detail: 'Did not hold: payload.level gt.',
      });
      await changeRule(harness, owner, high, { conditions: { conditions: [] } });
      t.match(await why(first, high), { reason: 'conditions' }, 'as they were');
      t.match(await why(early, high), { reason: 'rule_newer' });
      t.match(await why(first, other), {
        reason: 'pattern',
        detail: 'device.* does not match ingest.external.',
      });
      t.match(await why(first, off), { reason: 'rule_disabled' });
      t.match(await why(first, clock), { reason: 'schedule' });
      await changeRule(harness, owner, off, { is_enabled: true });
      t.match(await why(first, off), { reason: 'rule_changed' });
      const viewer = await harness.person('viewer');
      t.equal((await ask({ event_id: String(first), rule_id: probe }, viewer)).status, 200);
      t.equal((await ask({ event_id: NOWHERE, rule_id: probe })).status, 404);
      t.equal((await ask({ event_id: String(first), rule_id: NOWHERE })).status, 404);
      const stranger = await harness.person('org_admin', await harness.organization('Other Networks'));
      t.equal((await ask({ event_id: String(first), rule_id: probe }, stranger)).status, 404);
      t.equal((await executionsOf(harness, stranger, probe)).total, 0);
      for (const id of [probe, high, tight, other, off, failing])
        await changeRule(harness, owner, id, { is_enabled: false });
    },
  );

  t.test('a disabled author pauses the rule, which somebody else takes over', async (t) => {
    const author = await harness.person('org_admin');
    const id = await addRule(harness, author, { name: 'Orphan', actions: [say] });
    await patchUser(author.user_id, { is_active: false });
    const [event_id] = await publish(harness, organization_id, [{}]);
    t.match(await ended(harness, owner, id, 1), [{ status: 'skipped', reason: 'author_disabled' }]);
    const paused = await waitFor('the pause', async () => {
      const { body } = await harness.call('GET', `/automation/rules/${id}`, { as: owner });
      return body.paused_reason && body;
    });
    t.equal(paused.paused_reason, 'author_disabled');
    t.match(await why(event_id, id), { ran: false, reason: 'author_disabled' });
    await waitFor(
      'the event',
      async () => (await eventsOf(harness, owner, 'automation.rule.paused')).length === 1,
    );
    t.match(await eventsOf(harness, owner, 'automation.rule.paused'), [
      { payload: { rule_id: id, name: 'Orphan', author_id: author.user_id, reason: 'author_disabled' } },
    ]);
    const later = await changeRule(harness, owner, id, { actions: [say, say] });
    t.match(later.body, { paused_reason: null, author_id: owner.user_id });
    await publish(harness, organization_id, [{}]);
    t.match(await ended(harness, owner, id, 2), [{ status: 'succeeded' }, { status: 'skipped' }]);
    await changeRule(harness, owner, id, { is_enabled: false });
  });

  t.test('what the author may no longer do is not done, and the rule is paused', async (t) => {
    const author = await harness.person('admin');
    const site_id = await harness.site(owner, 'Harbour');
    const id = await addRule(harness, author, {
      trigger_config: { event_pattern: 'site.updated' },
      actions: [action('pretended.settings', {})],
    });
    await siteEvent(site_id);
    t.match(await ended(harness, owner, id, 1), [{ status: 'succeeded' }]);
    t.equal((await patchUser(author.user_id, { role: 'operator' })).status, 200);
    await siteEvent(site_id);
    t.match(await ended(harness, owner, id, 2), [
      { status: 'skipped', reason: 'author_lost_right', actions: [] },
      { status: 'succeeded' },
    ]);
    const rule = await harness.call('GET', `/automation/rules/${id}`, { as: owner });
    t.match(rule.body, { paused_reason: 'author_lost_right' });
    await changeRule(harness, owner, id, { is_enabled: false });
  });

  t.test('an author who may not hear an event any more leaves it to others', async (t) => {
    const author = await harness.person('org_admin');
    const id = await addRule(harness, author, {
      trigger_config: { event_pattern: 'user.*' },
      actions: [action('pretended.settings', {})],
    });
    const others = await addRule(harness, owner, {
      trigger_config: { event_pattern: 'user.updated' },
      actions: [say],
    });
    t.equal((await patchUser(author.user_id, { role: 'admin' })).status, 200);
    const unheard = await waitFor('the event', async () => {
      const { body } = await harness.call('GET', '/events?event_type=user.updated', { as: owner });
      const found = (body.items as { id: string; payload: { user_id: string } }[]).find(
        ({ payload }) => payload.user_id === author.user_id,
      );
      return found?.id;
    });
    await waitFor('it to be judged', async () => (await why(unheard, id)).reason === 'author_permission');
    const eventsHeardBy = async (rule: string): Promise<readonly (string | null)[]> => {
      const { items } = await executionsOf(harness, owner, rule);
      return items.map(({ event_id }: { event_id: string | null }) => event_id);
    };
    await waitFor('others to hear it', async () => (await eventsHeardBy(others)).includes(String(unheard)));
    // The event of the author's own account, before the demotion, may come only after the rule was made.
    const made = await eventsOf(harness, owner, 'user.created');
    const own = made.find(
      ({ payload }: { payload: { user_id: string } }) => payload.user_id === author.user_id,
    );
    const heard = await eventsHeardBy(id);
    t.ok(heard.length <= 1 && heard.every((event_id) => event_id === own.id));
    for (const rule of [id, others]) await changeRule(harness, owner, rule, { is_enabled: false });
  });

  t.test('an author held to sites hears of these only', async (t) => {
    const author = await harness.person('admin');
    const [mine, other] = [await harness.site(owner, 'Mine'), await harness.site(owner, 'Other')];
    const id = await addRule(harness, author, {
      trigger_config: { event_pattern: 'site.updated' },
      actions: [action('create_alert', { title: 'x' })],
    });
    const reaching = await addRule(harness, author, {
      trigger_config: { event_pattern: 'site.updated' },
      is_enabled: false,
      actions: [action('create_alert', { title: 'x', site_id: other })],
    });
    const granted = await harness.call('POST', `/organizations/${organization_id}/site-access/`, {
      as: owner,
      body: { user_id: author.user_id, site_id: mine },
    });
    t.equal(granted.status, 201, granted.text);
    const held = await harness.signIn(author.email);
    const elsewhere = await siteEvent(other);
    await siteEvent(mine);
    t.match(await ended(harness, owner, id, 1), [{ status: 'succeeded', site_id: mine }]);
    t.match(await why(elsewhere, id), { ran: false, reason: 'author_site' });
    t.equal((await executionsOf(harness, owner, id)).total, 1);
    t.match((await harness.call('GET', '/alerts', { as: held })).body, {
      total: 1,
      items: [{ site_id: mine }],
    });
    await changeRule(harness, owner, reaching, { is_enabled: true });
    await siteEvent(mine);
    t.match(await ended(harness, owner, reaching, 1), [
      { actions: [{ error: { type: 'kernel.not_found' } }] },
    ]);
    const viewer = await harness.person('viewer');
    await harness.call('POST', `/organizations/${organization_id}/site-access/`, {
      as: owner,
      body: { user_id: viewer.user_id, site_id: other },
    });
    const narrow = await harness.signIn(viewer.email);
    t.equal((await executionsOf(harness, narrow, id)).total, 0);
    t.equal((await harness.call('GET', '/alerts', { as: narrow })).body.total, 0);
  });
});
