import t from 'tap';
import { SECOND } from '../support/requests.ts';
import { ORGANIZATION } from '../support/rows.ts';
import { inMs, operator, setScene } from '../support/set-scene.ts';

const { owner, begin } = await setScene(t);

t.test('a scheduled set waits for its time and fires once, in whichever process', async (t) => {
  const { world, stage, apply, runner, start, sets, queue, work } = await begin();
  const apply_at = inMs(60_000);
  const id = await apply(await stage(1), { apply_at });
  t.match(await sets.get(operator, id), { status: 'scheduled', apply_at: /./, started_at: null });
  t.equal(queue.waiting[0]?.runAt?.toISOString(), apply_at);
  await runner.step(ORGANIZATION, id);
  t.match(await sets.get(operator, id), { status: 'scheduled' }, 'a step that comes early does nothing');
  await owner.query(`update change_sets set apply_at = now() where id = $1`, [id]);
  const second = start(SECOND);
  await Promise.all([runner.step(ORGANIZATION, id), second.runner.step(ORGANIZATION, id)]);
  await work();
  t.equal(world.device.pushes.length, 1);
  t.match(await sets.get(operator, id), { status: 'finished' });
  t.equal(
    await sets
      .get(operator, await apply(await stage(1), { apply_at: inMs(-1_000) }))
      .then(({ status }) => status),
    'running',
  );
});

t.test('a scheduled set that nobody could work on for an hour after its time does not fire', async (t) => {
  const { world, stage, apply, runner, sets } = await begin();
  const id = await apply(await stage(1), { apply_at: inMs(60_000) });
  await owner.query(`update change_sets set apply_at = now() - interval '61 minutes' where id = $1`, [id]);
  await runner.step(ORGANIZATION, id);
  t.equal(world.device.pushes.length, 0);
  t.match(await sets.get(operator, id), {
    status: 'stopped',
    reason: /time passed/,
    changes: [{ outcome: 'not_run', change_status: 'pending' }],
  });
});

t.test('a scheduled set that is cancelled never fires', async (t) => {
  const { world, stage, apply, runner, sets } = await begin();
  const id = await apply(await stage(1), { apply_at: inMs(60_000) });
  await sets.cancel(operator, id);
  await owner.query(`update change_sets set apply_at = now() where id = $1`, [id]);
  await runner.step(ORGANIZATION, id);
  t.equal(world.device.pushes.length, 0);
  t.match(await sets.get(operator, id), { status: 'cancelled', changes: [{ outcome: 'not_run' }] });
});

t.test('sets that stand still are taken up again, and no others', async (t) => {
  const { stage, apply, watch, queue, sets } = await begin();
  await owner.query(`update change_sets set status = 'cancelled'`);
  const [running, scheduled, waiting] = [
    await apply(await stage(1)),
    await apply(await stage(1), { apply_at: inMs(60_000) }),
    await apply(await stage(1), { apply_at: inMs(3_600_000) }),
  ];
  await sets.create(operator, { name: 'draft', changes: await stage(1) });
  queue.waiting.length = 0;
  t.equal(await watch.sweep(), 0);
  await owner.query(`update change_sets set updated_at = now() - interval '1 hour'`);
  await owner.query(`update change_sets set apply_at = now() - interval '5 minutes' where id = $1`, [
    scheduled,
  ]);
  t.equal(await watch.sweep(), 2);
  t.same(queue.waiting.map(({ set_id }) => set_id).sort(), [running, scheduled].sort());
  t.notOk(queue.waiting.some(({ set_id }) => set_id === waiting));
});
