import t from 'tap';
import { FairQueue, type Job } from '../index.ts';
import { openHost } from './plugin-host.ts';

const turn = (plugin_id: string, organization_id = 'o'): Job => ({ plugin_id, organization_id });

/** Gives turns to parties that all wait, until so much time is used; answers what each used. */
function share(turns: FairQueue, costs: ReadonlyMap<Job, number>, totalMs: number): Map<Job, number> {
  const used = new Map([...costs.keys()].map((each) => [each, 0]));
  for (let spent = 0; spent < totalMs; ) {
    const next = turns.choose([...costs.keys()]);
    if (next === undefined) throw new Error('something waits');
    const cost = costs.get(next) ?? 0;
    turns.begin(next);
    turns.charge(next, cost);
    used.set(next, (used.get(next) ?? 0) + cost);
    spent += cost;
  }
  return used;
}

t.test('parties that wait all the time get equal time, however long their turns are', (t) => {
  const costs = new Map([
    [turn('slow'), 4_000],
    [turn('slower'), 4_900],
    [turn('quick'), 20],
    [turn('instant'), 1],
  ]);
  for (const [{ plugin_id }, used] of share(new FairQueue(), costs, 1_000_000))
    t.ok(Math.abs(used - 250_000) <= 2 * 4_900, `${plugin_id} used ${used} ms`);
  t.end();
});

t.test('the time of a plugin is shared by its organizations in the same way', (t) => {
  const costs = new Map([
    [turn('shared', 'large'), 900],
    [turn('shared', 'small'), 10],
    [turn('alone'), 500],
  ]);
  const [large = 0, small = 0, alone = 0] = share(new FairQueue(), costs, 100_000).values();
  t.ok(Math.abs(alone - 50_000) <= 2_000, `${alone}`);
  t.ok(Math.abs(large - small) <= 2_000, `${large} and ${small}`);
  t.end();
});

t.test('whoever was away neither saved up time nor owes for what others did not want', (t) => {
  const turns = new FairQueue();
  const [early, late] = [turn('early'), turn('late')];
  share(turns, new Map([[early, 1_000]]), 100_000);
  const used = share(
    turns,
    new Map([
      [early, 1_000],
      [late, 1_000],
    ]),
    20_000,
  );
  t.ok(Math.abs((used.get(early) ?? 0) - (used.get(late) ?? 0)) <= 2_000, JSON.stringify([...used.values()]));
  t.end();
});

const slow = 'const until = Date.now() + 150; while (Date.now() < until) {} return input;';

t.test('three slow plugins with a backlog leave a fourth its share', async (t) => {
  const { host, loadBody, run } = openHost();
  t.teardown(() => host.dispose());
  for (const id of ['one', 'two', 'three']) await loadBody(id, slow);
  await loadBody('quick', 'return input;');
  let served = 0;
  const backlog = ['one', 'two', 'three'].flatMap((id) =>
    Array.from({ length: 10 }, () => run(id).then(() => (served += 1))),
  );
  await Promise.all(Array.from({ length: 30 }, (_, at) => run('quick', at)));
  t.ok(served <= 15, `thirty quick calls ended while ${served} of 30 slow ones did`);
  await Promise.all(backlog);
});

t.test('the backlog of one organization does not delay another in the same plugin', async (t) => {
  const { host, loadBody, run } = openHost();
  t.teardown(() => host.dispose());
  await loadBody('shared', slow);
  let served = 0;
  const backlog = Array.from({ length: 12 }, () => run('shared').then(() => (served += 1)));
  await run('shared', null, { organization_id: 'org-2' });
  t.ok(served <= 3, `answered after ${served} of the 12 calls that came first`);
  await Promise.all(backlog);
});

t.test('where there is no room, whoever holds most places gives one up', async (t) => {
  const { host, loadBody, run, outcome } = openHost({ queue: 4 });
  t.teardown(() => host.dispose());
  for (const id of ['one', 'two', 'three', 'four'])
    await loadBody(id, 'if (input) return input; for (;;) {}');
  const stuck = ['one', 'two'].map((id) => outcome(run(id, null, { deadlineMs: 400 })));
  const [first, second] = [outcome(run('one', 1)), outcome(run('one', 2))];
  const other = outcome(run('one', 3, { organization_id: 'org-2' }));
  t.equal(await second, 'sandbox_busy', 'the newest of the organization that holds two');
  const more = [outcome(run('two', 4)), outcome(run('two', 5))];
  const third = outcome(run('three', 6));
  const refused = await Promise.race(
    [...more, first, other].map(async (each, at) => ({ at, code: await each })),
  );
  t.equal(refused.code, 'sandbox_busy', 'the newest of a plugin that holds two');
  t.strictSame(await Promise.all(stuck), ['sandbox_timeout', 'sandbox_timeout']);
  t.equal(await third, 6);
});
