import t from 'tap';
import { bootPlatform, type Person, waitFor } from '../../harness/index.ts';
import { apply, LabRouter } from '../support/equipment/lab-router.ts';
import { bootTwins } from '../support/platform/twins.ts';

const platform = await bootPlatform(t, { environment: { ADAPTER_READ_ONLY: 'false' } });
const call = platform.call.bind(platform);
await platform.owner();
const [admin, operator, second, viewer] = [
  await platform.person('org_admin'),
  await platform.person('operator'),
  await platform.person('operator'),
  await platform.person('viewer'),
];
const router = await LabRouter.register(t, platform, admin);
const post = (as: Person, path: string, body?: object) =>
  call('POST', path, { as, ...(body === undefined ? {} : { body }) });
const get = (as: Person, path: string) => call('GET', path, { as });
const inMs = (ms: number): string => new Date(Date.now() + ms).toISOString();

t.test('a policy is made, read, changed against its tag, and deleted by administrators alone', async (t) => {
  const body = { feature_pattern: 'routeros.firewall.*', min_approvers: 1 };
  t.equal((await post(operator, '/changes/policies', body)).status, 403);
  t.equal((await get(operator, '/changes/policies')).status, 403);
  t.equal((await post(admin, '/changes/policies', { ...body, min_approvers: 6 })).status, 422);
  t.equal((await post(admin, '/changes/policies', { ...body, feature_pattern: 'router*' })).status, 422);
  const site_id = '01900000-0000-7000-8000-0000000000ff';
  t.equal((await post(admin, '/changes/policies', { ...body, site_id })).status, 404);
  const made = await post(admin, '/changes/policies', body);
  t.match(
    [made.status, made.body],
    [201, { ...body, site_id: null, risk: null, step_up: false, name: null }],
  );
  const path = `/changes/policies/${made.body.id}`;
  const read = await get(admin, path);
  const headers = { 'if-match': String(read.headers['etag']) };
  const patch = { as: admin, body: { min_approvers: 2 }, headers };
  t.match(await call('PATCH', path, patch), { status: 200, body: { min_approvers: 2 } });
  t.equal((await call('PATCH', path, patch)).status, 412);
  t.match(await get(admin, '/changes/policies'), { status: 200, body: { total: 1 } });
  t.equal((await call('DELETE', path, { as: admin })).status, 204);
  t.equal((await get(admin, path)).status, 404);
});

t.test('a change under a policy needs a second person, on every path to the device', async (t) => {
  const body = { feature_pattern: 'routeros.firewall.**', min_approvers: 1, step_up: true };
  const policy = await post(admin, '/changes/policies', body);
  const id = await router.stage(platform, operator, 'two people');
  t.match((await get(operator, `/changes/${id}`)).body.approvals, { required: 1, given: 0, votes: [] });
  t.equal((await apply(platform, operator, id)).status, 403);
  t.equal((await apply(platform, admin, id)).status, 403, 'administrators too');
  const vote = (as: Person, decision: string) => post(as, `/changes/${id}/approvals`, { decision });
  t.equal((await vote(operator, 'approve')).status, 403, 'not the stager');
  t.equal((await vote(viewer, 'approve')).status, 403);
  t.equal((await vote(second, 'perhaps')).status, 422);
  const set = await post(operator, '/change-sets', { name: 'a way round', changes: [id] });
  await post(operator, `/change-sets/${set.body.id}/apply`, { force: true });
  const stopped = await waitFor('the set to stop', async () => {
    const answer = await get(operator, `/change-sets/${set.body.id}`);
    return answer.body.status === 'stopped' ? answer.body : null;
  });
  t.match(stopped.changes, [{ outcome: 'refused', error_type: 'changes.approval_missing' }]);
  t.equal(router.pushes('two people'), 0);
  t.match(await vote(second, 'reject'), {
    status: 201,
    body: { decision: 'reject', user_id: second.user_id },
  });
  t.equal((await apply(platform, operator, id)).status, 403);
  t.equal((await call('DELETE', `/changes/${id}/approvals`, { as: second })).status, 204);
  t.match(await vote(second, 'approve'), { status: 201, body: { approvals: { required: 1, given: 1 } } });
  const applied = await apply(platform, operator, id);
  t.match([applied.status, applied.body], [200, { change: { status: 'applied', approvals: { given: 1 } } }]);
  t.equal(router.pushes('two people'), 1);
  const timeline = await get(viewer, `/changes/${id}/timeline`);
  t.same(
    timeline.body.items.map(({ kind }: { kind: string }) => kind),
    ['applied', 'attempt', 'approved', 'staged'],
  );
  await call('DELETE', `/changes/policies/${policy.body.id}`, { as: admin });
});

t.test('an approver who is disabled before the apply approves nothing any more', async (t) => {
  const policy = await post(admin, '/changes/policies', { feature_pattern: '**', min_approvers: 1 });
  const leaving = await platform.person('operator');
  const id = await router.stage(platform, operator, 'left the house');
  await post(leaving, `/changes/${id}/approvals`, { decision: 'approve' });
  t.equal((await get(operator, `/changes/${id}`)).body.approvals.given, 1);
  const disabled = await call('PATCH', `/users/${leaving.user_id}`, {
    as: admin,
    body: { is_active: false },
  });
  t.equal(disabled.status, 200, disabled.text);
  t.match((await get(operator, `/changes/${id}`)).body.approvals, {
    given: 0,
    votes: [{ fallen: 'not_authorized' }],
  });
  t.equal((await apply(platform, operator, id)).status, 403);
  t.equal(router.pushes('left the house'), 0);
  await call('DELETE', `/changes/policies/${policy.body.id}`, { as: admin });
});

t.test('a freeze is answered with 409, its reason and its end', async (t) => {
  const body = { starts_at: inMs(-60_000), ends_at: inMs(60_000), reason: 'closing the books' };
  t.equal((await post(operator, '/changes/freezes', body)).status, 403);
  t.equal((await post(admin, '/changes/freezes', { ...body, ends_at: inMs(-120_000) })).status, 422);
  const freeze = await post(admin, '/changes/freezes', body);
  t.match([freeze.status, freeze.body], [201, { reason: body.reason, recurrence: null, site_id: null }]);
  const id = await router.stage(platform, operator, 'in the freeze');
  const refused = await apply(platform, operator, id);
  t.match([refused.status, refused.body.error.message], [409, /frozen until .*closing the books/]);
  const path = `/changes/freezes/${freeze.body.id}`;
  const shortened = await call('PATCH', path, { as: admin, body: { ends_at: inMs(-1_000) } });
  t.equal(shortened.status, 200, shortened.text);
  t.equal((await apply(platform, operator, id)).status, 200);
  t.equal((await call('DELETE', path, { as: admin })).status, 204);
});

t.test('a set goes through canaries to its end, with an outcome per change', async (t) => {
  const names = ['first', 'second', 'third'].map((word) => `set ${word}`);
  const ids: string[] = [];
  for (const name of names) ids.push(await router.stage(platform, operator, name));
  const made = await post(operator, '/change-sets', { name: 'rules', changes: ids, canary: 1 });
  t.match([made.status, made.body], [201, { status: 'draft', total: 3, done: 0, stop_on_failure: true }]);
  const path = `/change-sets/${made.body.id}`;
  const status = (wanted: string) =>
    waitFor(`the set to be ${wanted}`, async () => {
      const { body } = await get(viewer, path);
      return body.status === wanted ? body : null;
    });
  t.equal((await post(operator, `${path}/apply`, { force: 'yes' })).status, 400);
  t.equal((await post(viewer, `${path}/apply`, { force: true })).status, 403);
  t.equal((await post(operator, `${path}/apply`, { force: true })).status, 202);
  t.match(await status('paused'), { done: 1 });
  t.equal(router.pushes('set second'), 0);
  t.equal((await post(operator, `${path}/continue`)).status, 202);
  const { changes } = await status('finished');
  t.match(
    changes,
    ids.map((change_id) => ({ change_id, outcome: 'applied' })),
  );
  t.same(
    names.map((name) => router.pushes(name)),
    [1, 1, 1],
  );
  t.equal((await post(operator, `${path}/cancel`)).status, 409);
  t.match(await get(viewer, '/change-sets?status=finished&search=rules'), {
    status: 200,
    body: { total: 1 },
  });
});

t.test('a scheduled set is cancelled before its time and never fires', async (t) => {
  const id = await router.stage(platform, operator, 'never');
  const made = await post(operator, '/change-sets', { name: 'later', changes: [id], apply_at: inMs(1_500) });
  const path = `/change-sets/${made.body.id}`;
  t.match((await post(operator, `${path}/apply`, { force: true })).body, { status: 'scheduled' });
  t.match(await post(operator, `${path}/cancel`), { status: 200, body: { status: 'cancelled' } });
  const witness = await router.stage(platform, operator, 'witness');
  const other = await post(operator, '/change-sets', {
    name: 'w',
    changes: [witness],
    apply_at: inMs(1_600),
  });
  await post(operator, `/change-sets/${other.body.id}/apply`, { force: true });
  await waitFor('the later set to fire', () => router.pushes('witness') === 1);
  t.equal(router.pushes('never'), 0);
  t.equal((await get(operator, `/changes/${id}`)).body.status, 'pending');
});

t.test('sets, policies and freezes of another organization are not there', async (t) => {
  const stranger = await platform.person('org_admin', await platform.organization('Elsewhere'));
  const id = await router.stage(platform, operator, 'ours');
  const set = await post(operator, '/change-sets', { name: 'ours', changes: [id] });
  const policy = await post(admin, '/changes/policies', { feature_pattern: 'vmhost.**', min_approvers: 1 });
  t.equal((await get(stranger, `/change-sets/${set.body.id}`)).status, 404);
  t.equal((await post(stranger, `/change-sets/${set.body.id}/apply`, { force: true })).status, 404);
  t.equal((await post(stranger, `/change-sets/${set.body.id}/cancel`)).status, 404);
  t.equal((await post(stranger, '/change-sets', { name: 'x', changes: [id] })).status, 404);
  t.equal((await post(stranger, `/changes/${id}/approvals`, { decision: 'approve' })).status, 404);
  t.equal((await get(stranger, `/changes/policies/${policy.body.id}`)).status, 404);
  t.match(await get(stranger, '/change-sets'), { body: { total: 0 } });
});

const redisUrl = process.env['PATCHBAY_TEST_REDIS_URL'];
const skip = redisUrl === undefined ? 'PATCHBAY_TEST_REDIS_URL is not set: no redis-server here' : false;

t.test('a schedule that two processes watch fires once', { skip }, async (t) => {
  const [one, two] = await bootTwins(t, { redisUrl: String(redisUrl) });
  const owner = await one.owner();
  const lab = await LabRouter.register(t, one, owner);
  const apply_at = inMs(1_000);
  const names = Array.from({ length: 8 }, (_, index) => `scheduled ${index}`);
  const sets: string[] = [];
  for (const name of names) {
    const changes = [await lab.stage(one, owner, name)];
    const made = await two.call('POST', '/change-sets', { as: owner, body: { name, changes, apply_at } });
    await one.call('POST', `/change-sets/${made.body.id}/apply`, { as: owner, body: { force: true } });
    sets.push(made.body.id);
  }
  for (const id of sets)
    await waitFor('every set to finish', async () => {
      const { body } = await two.call('GET', `/change-sets/${id}`, { as: owner });
      return body.status === 'finished';
    });
  t.same(
    names.map((name) => lab.pushes(name)),
    names.map(() => 1),
  );
});
