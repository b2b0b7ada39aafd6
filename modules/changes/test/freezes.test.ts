import type { PatchbayError } from '@patchbay/kernel/errors';
import t from 'tap';
import type { StageInput } from '../contract.ts';
import { testDatabase } from './support/database.ts';
import { person, startProcess, World } from './support/pipeline.ts';
import { force, refused } from './support/requests.ts';
import { startReview } from './support/review.ts';
import { CONTROLLER, ORGANIZATION, OTHER_SITE, SITE } from './support/rows.ts';

const { connect, owner } = await testDatabase(t);
const operator = person('operator');
const admin = person('org_admin');
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const update: StageInput = {
  controller_id: CONTROLLER,
  feature: 'acme.vlan',
  operation: 'update',
  target_id: '*1',
  payload: { name: 'blue' },
};

const fromNow = (ms: number): string => new Date(Date.now() + ms).toISOString();
const window = (startMs: number, endMs: number) => ({
  starts_at: fromNow(startMs),
  ends_at: fromNow(endMs),
  reason: 'year-end closing',
});

async function begin() {
  await owner.query('update change_freezes set deleted_at = now()');
  const world = new World();
  world.device.objects.set('*1', { name: 'red' });
  world.synced.set('vlan *1', { name: 'red' });
  const first = startProcess(connect('first'), world, '01900000-0000-7000-8000-000000000001');
  return { world, ...first, ...startReview(first) };
}

t.test('while frozen nothing is applied, with reason and end; stage and discard work', async (t) => {
  const { world, changes, freezes } = await begin();
  const { id, ends_at } = await freezes.create(admin, window(-HOUR_MS, HOUR_MS));
  const staged = await changes.stage(operator, update);
  await t.rejects(changes.apply(operator, staged.id, force), {
    message: /frozen until .*: year-end closing/,
    declaration: { id: 'changes.frozen', kind: 'conflict' },
  });
  await t.rejects(changes.apply(operator, staged.id, force), { message: new RegExp(ends_at.slice(0, 16)) });
  t.equal(world.device.pushes.length, 0);
  t.equal(world.device.reads, 0, 'no device is contacted');
  t.match(await changes.discard(operator, staged.id, { force: false }), { status: 'discarded' });
  await freezes.remove(admin, id, null);
  const other = await changes.stage(operator, update);
  t.equal(await refused(changes.apply(operator, other.id, force)), null);
});

t.test('a freeze of another site, of earlier or of later freezes nothing', async (t) => {
  const { changes, freezes } = await begin();
  await freezes.create(admin, { ...window(-HOUR_MS, HOUR_MS), site_id: OTHER_SITE });
  await freezes.create(admin, window(-2 * HOUR_MS, -HOUR_MS));
  await freezes.create(admin, window(HOUR_MS, 2 * HOUR_MS));
  const { id } = await changes.stage(operator, update);
  t.equal(await refused(changes.apply(operator, id, force)), null);
});

t.test('a freeze that begins while the device is read stops the push', async (t) => {
  const { world, changes, freezes, store } = await begin();
  const { id } = await changes.stage(operator, update);
  world.device.duringRead = async () => {
    world.device.duringRead = null;
    await freezes.create(admin, { ...window(-HOUR_MS, HOUR_MS), site_id: SITE });
  };
  t.equal(await refused(changes.apply(operator, id, force)), 'changes.frozen');
  t.equal(world.device.pushes.length, 0);
  t.same((await store.history(operator, id)).attempts, []);
});

t.test('who may not apply is told so, frozen or not', async (t) => {
  const { changes, freezes } = await begin();
  await freezes.create(admin, window(-HOUR_MS, HOUR_MS));
  const { id } = await changes.stage(operator, update);
  t.equal(await refused(changes.apply(person('viewer'), id, force)), 'kernel.forbidden');
  t.equal(await refused(changes.apply(operator, id, { force: 'yes' })), 'changes.force_required');
  await changes.discard(operator, id, { force: false });
  t.equal(await refused(changes.apply(operator, id, force)), 'changes.not_pending');
});

t.test('a recurring freeze holds on its days, until its end, and not between', async (t) => {
  const every = (unit: 'day' | 'week', facts = {}) => ({ recurrence: { every: unit, ...facts } });
  const cases: [string, object, boolean][] = [
    [
      'ten days ago, daily',
      { ...window(-10 * DAY_MS - HOUR_MS, -10 * DAY_MS + HOUR_MS), ...every('day') },
      true,
    ],
    [
      'ten days ago, weekly',
      { ...window(-10 * DAY_MS - HOUR_MS, -10 * DAY_MS + HOUR_MS), ...every('week') },
      false,
    ],
    [
      'two weeks ago, weekly',
      { ...window(-14 * DAY_MS - HOUR_MS, -14 * DAY_MS + HOUR_MS), ...every('week') },
      true,
    ],
    [
      'later today, daily',
      { ...window(-9 * DAY_MS + 2 * HOUR_MS, -9 * DAY_MS + 4 * HOUR_MS), ...every('day') },
      false,
    ],
    ['over a week, all week', { ...window(-20 * DAY_MS, -13.5 * DAY_MS), ...every('week') }, true],
    [
      'over already',
      {
        ...window(-10 * DAY_MS - HOUR_MS, -10 * DAY_MS + HOUR_MS),
        ...every('day', { until: fromNow(-2 * DAY_MS) }),
      },
      false,
    ],
    ['not begun', { ...window(DAY_MS - HOUR_MS, DAY_MS + HOUR_MS), ...every('day') }, false],
    ['only once', window(-10 * DAY_MS - HOUR_MS, -10 * DAY_MS + HOUR_MS), false],
  ];
  for (const [name, freeze, isFrozen] of cases) {
    const { changes, freezes } = await begin();
    await freezes.create(admin, freeze as ReturnType<typeof window>);
    const { id } = await changes.stage(operator, update);
    t.equal(await refused(changes.apply(operator, id, force)), isFrozen ? 'changes.frozen' : null, name);
  }
});

t.test('a daily freeze keeps its wall-clock time where the offset changes', async (t) => {
  const { database, freezes } = await begin();
  const { freezeNow } = await import('../services/freezes/freeze-now.ts');
  const now = new Date();
  const zone = 'America/New_York';
  const offsetMs = (at: Date): number => {
    const shown = new Date(`${at.toLocaleString('sv-SE', { timeZone: zone }).replace(' ', 'T')}Z`);
    return shown.getTime() - Math.floor(at.getTime() / 1_000) * 1_000;
  };
  const days = Array.from({ length: 300 }, (_, index) => index + 1);
  const other = days.find((day) => offsetMs(new Date(now.getTime() - day * DAY_MS)) !== offsetMs(now));
  t.ok(other, 'the offset changes within a year');
  const then = new Date(now.getTime() - Number(other) * DAY_MS);
  const shiftMs = offsetMs(now) - offsetMs(then);
  const middleMs = then.getTime() + shiftMs;
  await freezes.create(admin, {
    starts_at: new Date(middleMs - 10 * 60_000).toISOString(),
    ends_at: new Date(middleMs + 10 * 60_000).toISOString(),
    reason: 'wall clock',
    recurrence: { every: 'day', time_zone: zone },
  });
  t.match((await database.read(operator, (unit) => freezeNow(SITE).execute(unit.sql))).rows[0], {
    reason: 'wall clock',
  });
});

t.test('times that make no window are refused with their field', async (t) => {
  const { freezes } = await begin();
  const field = async (freeze: object) =>
    freezes.create(admin, freeze as ReturnType<typeof window>).then(
      () => null,
      ({ details }: PatchbayError) => details?.[0]?.field,
    );
  t.equal(await field(window(HOUR_MS, HOUR_MS / 2)), 'ends_at');
  t.equal(await field({ ...window(0, 2 * DAY_MS), recurrence: { every: 'day' } }), 'ends_at');
  t.equal(
    await field({ ...window(0, HOUR_MS), recurrence: { every: 'day', until: fromNow(-DAY_MS) } }),
    'recurrence.until',
  );
  t.equal(
    await field({ ...window(0, HOUR_MS), recurrence: { every: 'day', time_zone: 'Mars/Olympus' } }),
    'recurrence.time_zone',
  );
  const { id } = await freezes.create(admin, window(0, HOUR_MS));
  await t.rejects(freezes.update(admin, id, { ends_at: fromNow(-DAY_MS) }, null), { message: /./ });
  t.match(await freezes.update(admin, id, { recurrence: { every: 'week' } }, null), {
    reason: 'year-end closing',
    recurrence: { every: 'week', until: null, time_zone: 'UTC' },
  });
});

t.test('an organization has 200 at most, whatever part of it a person sees', async (t) => {
  const { freezes } = await begin();
  await owner.query(
    `insert into change_freezes (id, organization_id, site_id, starts_at, ends_at, reason, created_by)
     select gen_random_uuid(), $1, $2, now(), now() + interval '1 hour', 'full', $3 from generate_series(1, 199)`,
    [ORGANIZATION, OTHER_SITE, admin.user_id],
  );
  const held = person('org_admin', { site_ids: [SITE] });
  const own = { ...window(HOUR_MS, 2 * HOUR_MS), site_id: SITE };
  t.equal(await refused(freezes.create(held, own)), null);
  t.equal(await refused(freezes.create(held, own)), 'changes.too_many_freezes');
  t.equal(await refused(freezes.create(admin, own)), 'changes.too_many_freezes');
});
