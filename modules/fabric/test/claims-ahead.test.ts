import { DATABASE, sql } from '@patchbay/kernel/database';
import { CLOCK, ManualClock } from '@patchbay/kernel/telemetry';
import { RunClaims } from '@patchbay/runs';
import { bootPlatform } from '@patchbay/test/harness';
import t from 'tap';
import { connectionRuns } from '../services/intake/connection-tables.ts';
import { behind, connect, logs } from './support/platform.ts';

const REQUEST = {
  most: 100,
  maxPerOwner: 2,
  saturated: [],
  room: {},
  held: {},
  maxPerOrganization: 100,
  maxBorrowing: 100,
};

t.test('Claims of runs', async (t) => {
  const harness = await bootPlatform(t);
  const owner = await harness.owner();
  const claims = new RunClaims(connectionRuns, harness.get(DATABASE), harness.get(CLOCK));
  /** A Connection, and so many runs of it that wait. */
  const waiting = async (count: number, fields: Readonly<Record<string, unknown>> = {}) => {
    const id = await connect(harness, owner, { steps: [logs('x')], ...fields });
    await behind(harness, (db) =>
      sql`insert into connection_runs (id, organization_id, connection_id, status)
        select gen_random_uuid(), organization_id, id, 'queued' from connections, generate_series(1, ${count}::integer)
        where id = ${id}::uuid`.execute(db),
    );
    return id;
  };
  const rowsOf = (id: string) =>
    behind(harness, async (db) => {
      const { rows } = await sql<object>`
        select status, claims, claim_id, lease_until, started_at, sealed_plan is null as takes_steps_anew
        from connection_runs
        where connection_id = ${id}::uuid`.execute(db);
      return rows;
    });

  t.test(
    'an owner is given as many as it has room for, and no more than may go on side by side',
    async (t) => {
      const [many, few, other] = [await waiting(6), await waiting(6, { max_parallel: 3 }), await waiting(6)];
      const runs = await claims.claim({ ...REQUEST, room: { [many]: 5, [few]: 5 } });
      const counts = [many, few, other].map((id) => runs.filter(({ owner_id }) => owner_id === id).length);
      t.same(counts, [5, 3, 2]);
      await claims.release(runs);
    },
  );

  t.test('a run that was not begun waits as if it had not been claimed', async (t) => {
    const id = await waiting(1);
    const all = await claims.claim({ ...REQUEST, maxPerOwner: 10 });
    const runs = all.filter(({ owner_id }) => owner_id === id);
    t.match(await rowsOf(id), [{ status: 'running', claims: 1 }]);
    await claims.giveBack(all);
    const unbegun = {
      status: 'queued',
      claims: 0,
      claim_id: null,
      lease_until: null,
      started_at: null,
      takes_steps_anew: true,
    };
    t.same(await rowsOf(id), [unbegun]);
    await claims.giveBack(runs);
    t.same(await rowsOf(id), [unbegun], 'a claim that is over changes nothing');
  });

  t.test(
    'a claim is not believed any more after the machine slept, though monotonic time stood still',
    async (t) => {
      const id = await waiting(1);
      const clock = new ManualClock();
      const claiming = new RunClaims(connectionRuns, harness.get(DATABASE), clock);
      const runs = await claiming.claim({ ...REQUEST, maxPerOwner: 10 });
      const run = runs.find(({ owner_id }) => owner_id === id);
      t.equal(run?.term?.isOurs(), true);
      clock.jumpTo(new Date(clock.now().getTime() + 60_000));
      t.equal(run?.term?.isOurs(), false);
      await claiming.giveBack(runs);
    },
  );

  t.test('a run that an earlier claim has begun stays begun', async (t) => {
    const id = await waiting(1);
    await claims.release(await claims.claim({ ...REQUEST, maxPerOwner: 10 }));
    const again = await claims.claim({ ...REQUEST, maxPerOwner: 10 });
    await claims.giveBack(again);
    t.match(await rowsOf(id), [
      { status: 'running', claims: 1, claim_id: null, started_at: String, takes_steps_anew: false },
    ]);
  });

  t.test('a run that waits for another try keeps its start and its steps', async (t) => {
    const id = await waiting(1);
    await claims.release(await claims.claim({ ...REQUEST, maxPerOwner: 10 }));
    await behind(harness, (db) =>
      sql`update connection_runs set claims = 0, status = 'queued', steps = '[{}]' where connection_id = ${id}::uuid`.execute(
        db,
      ),
    );
    await claims.giveBack(await claims.claim({ ...REQUEST, maxPerOwner: 10 }));
    t.match(await rowsOf(id), [{ status: 'queued', claims: 0, started_at: String, takes_steps_anew: false }]);
  });
});
