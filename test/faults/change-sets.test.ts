// Waits more than it computes: for leases of killed processes to end.
import t from 'tap';
import { waitFor } from '../harness/wait-for.ts';
import { World } from './world/world.ts';

const CHANGES = 24;
const ENDED = ['finished', 'stopped'];

t.setTimeout(900_000);

interface Item {
  readonly change_id: string;
  readonly outcome: string;
}

const world = await World.create();
t.teardown(() => world.dispose());

async function stage(round: number): Promise<ReadonlyMap<string, string>> {
  const path = `/gateway-mikrotik-firewall/${world.controller_id}/changes/routeros.firewall.filter?operation=create`;
  const markers = new Map<string, string>();
  for (let index = 0; index < CHANGES; index += 1) {
    const comment = `set${round}-${index}`;
    const payload = { chain: 'forward', action: 'accept', comment };
    const { body } = await world.must('POST', path, 201, { body: { payload } });
    markers.set(body.id, comment);
  }
  return markers;
}

const pushes = (marker = ''): number =>
  world.lab.ledger
    .entries()
    .filter(({ outcome, body }) => outcome.result === 'executed' && body.includes(`"${marker}"`)).length;

const done = async (id: string): Promise<number> =>
  (await world.must('GET', `/change-sets/${id}`, 200)).body.done;

t.test('a set whose process is killed twice in its middle goes on, or stops and says why', async (t) => {
  for (let round = 0; round < 2; round += 1) {
    const markers = await stage(round);
    const body = { name: `round ${round}`, changes: [...markers.keys()] };
    const { id } = (await world.must('POST', '/change-sets', 201, { body })).body;
    await world.must('POST', `/change-sets/${id}/apply`, 202, { body: { force: true } });
    for (const least of [3, 8]) {
      await waitFor('the middle', async () => (await done(id)) >= least, { timeoutMs: 45_000, everyMs: 5 });
      await world.platform.kill();
      await world.platform.start();
    }
    const ended = await waitFor(
      'the set to end',
      async () => {
        const { body: set } = await world.must('GET', `/change-sets/${id}`, 200);
        return ENDED.includes(set.status) ? set : null;
      },
      { timeoutMs: 90_000, everyMs: 200 },
    );
    const items: readonly Item[] = ended.changes;
    t.comment(`round ${round}: ${ended.status}, ${ended.reason ?? 'all applied'}`);
    for (const { change_id, outcome } of items) {
      const pushed = pushes(markers.get(change_id));
      if (outcome === 'applied') t.equal(pushed, 1);
      else if (outcome === 'unknown') t.ok(pushed <= 1);
      else t.same([outcome, pushed], ['not_run', 0]);
    }
    const unknown = items.findIndex(({ outcome }) => outcome === 'unknown');
    t.equal(ended.status, unknown < 0 ? 'finished' : 'stopped');
    if (unknown >= 0) t.ok(items.slice(unknown + 1).every(({ outcome }) => outcome === 'not_run'));
    const told = await world.rows<{ n: number }>(
      `select count(*)::int as n from event_log where event_type = 'controller.change_set.progress'
       and payload->>'change_set_id' = $1 group by payload->>'change_id'`,
      [id],
    );
    t.ok(
      told.every(({ n }) => n === 1),
      'each outcome was told once',
    );
    t.equal(told.length, items.filter(({ outcome }) => outcome !== 'not_run').length);
  }
});
