import t from 'tap';
import { RecentEnds } from '../places/recent-ends.ts';
import { RunTurns } from '../places/run-turns.ts';

const LIMITS = { maxAtOnce: 4, maxPerOwner: 2, maxPerOrganization: 2 };
const run = (owner_id: string, organization_id = 'o1') => ({ owner_id, organization_id });
const never = new AbortController().signal;

t.test('the run that has waited longest begins when one of its owner ends', async (t) => {
  const turns = new RunTurns(LIMITS);
  t.same([turns.take(run('a'), never), turns.take(run('a'), never)], [true, true]);
  const order: string[] = [];
  const waits = ['first', 'second'].map(async (name) => {
    if (await turns.take(run('a'), never)) order.push(name);
  });
  t.equal(turns.waiting, 2);
  turns.leave(run('a'));
  await waits[0];
  t.same([order, turns.waiting], [['first'], 1]);
  turns.leave(run('a'));
  await waits[1];
  t.same(order, ['first', 'second']);
});

t.test('owners take turns, and no newcomer passes one that waits', async (t) => {
  const turns = new RunTurns({ ...LIMITS, maxAtOnce: 1, maxPerOrganization: 1 });
  turns.take(run('a'), never);
  const order: string[] = [];
  const wait = async (owner: string) => {
    if (await turns.take(run(owner), never)) order.push(owner);
  };
  const waits = [wait('a'), wait('a'), wait('b')];
  turns.leave(run('a'));
  turns.leave(run('a'));
  turns.leave(run('b'));
  await Promise.all(waits);
  t.same(order, ['a', 'b', 'a']);
});

t.test('a run that lost its lease while it waited leaves its turn to the next of its owner', async (t) => {
  const turns = new RunTurns({ ...LIMITS, maxPerOwner: 1 });
  turns.take(run('a'), never);
  const lost = new AbortController();
  const waits = [turns.take(run('a'), lost.signal), turns.take(run('a'), never)];
  lost.abort();
  turns.leave(run('a'));
  t.same(await Promise.all(waits), [false, true]);
});

t.test('an organization alone has half of all places, beside others its share', (t) => {
  const turns = new RunTurns({ maxAtOnce: 8, maxPerOwner: 8, maxPerOrganization: 2 });
  const begun = ['a', 'b', 'c', 'd', 'e'].map((owner) => turns.take(run(owner), never) === true);
  t.same(begun, [true, true, true, true, false]);
  t.equal(turns.take(run('z', 'o2'), never), true);
  t.equal(turns.waiting, 1);
  turns.clear();
  t.end();
});

t.test(
  'a run that waits too long, has lost its lease or meets the end of the process has no turn',
  async (t) => {
    const turns = new RunTurns({ ...LIMITS, maxPerOwner: 1 });
    turns.take(run('a'), never);
    t.equal(await turns.take(run('a'), never), false, 'too long');
    const lost = new AbortController();
    const waits = turns.take(run('a'), lost.signal);
    lost.abort();
    turns.leave(run('a'));
    t.equal(await waits, false, 'lost');
    t.equal(turns.take(run('a'), never), true, 'its place is free for others');
    const last = turns.take(run('a'), never);
    turns.clear();
    t.equal(await last, false, 'the end');
  },
);

t.test('as many runs can be held ahead as have ended in the last moment', (t) => {
  let nowMs = 0;
  const ends = new RecentEnds(() => nowMs);
  for (let count = 0; count < 300; count += 1) ends.note(run(count < 10 ? 'a' : 'b'));
  t.same([ends.all, ends.ofOwner('a'), ends.ofOrganization('o1'), ends.owners()], [256, 10, 256, ['a', 'b']]);
  nowMs = 150;
  ends.note(run('a'));
  t.equal(ends.ofOwner('a'), 11);
  nowMs = 250;
  t.equal(ends.ofOwner('a'), 1);
  nowMs = 500;
  t.same([ends.all, ends.organizations()], [0, []]);
  t.end();
});
