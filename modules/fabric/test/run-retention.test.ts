import { DATABASE, type Kysely, sql, type Tables } from '@patchbay/kernel/database';
import { ManualClock } from '@patchbay/kernel/telemetry';
import { RunRetention } from '@patchbay/runs';
import { bootPlatform } from '@patchbay/test/harness';
import t from 'tap';
import { v7 as uuidv7 } from 'uuid';
import { forgottenRuns } from '../services/intake/connection-tables.ts';
import { behind, connect, logs } from './support/platform.ts';

const DAY_MS = 86_400_000;

t.test('the record of runs stays bounded', async (t) => {
  const harness = await bootPlatform(t, { work: false });
  const owner = await harness.owner();
  const neighbour = await harness.person('org_admin', await harness.organization('Neighbour'));
  const clock = new ManualClock(new Date());
  const steps = [logs('x')];
  const [mine, second, theirs] = [
    await connect(harness, owner, { steps }),
    await connect(harness, owner, { steps }),
    await connect(harness, neighbour, { steps }),
  ];
  const tidy = (options: { days?: number; most?: number; deadLetterDays?: number }) =>
    new RunRetention({
      ...forgottenRuns,
      database: harness.get(DATABASE),
      clock,
      options: { days: 30, most: 1_000, deadLetterDays: 180, ...options },
    }).tidy(new AbortController().signal);

  const insert = (connection_id: string, organization_id: string, daysAgo: number, fields: object = {}) =>
    behind(harness, async (db: Kysely<Tables>) => {
      const id = uuidv7({ msecs: clock.now().getTime() - daysAgo * DAY_MS });
      await db
        .insertInto('connection_runs')
        .values({
          id,
          organization_id,
          connection_id,
          is_test: false,
          shadow: false,
          status: 'succeeded',
          claims: 0,
          steps: sql<never[]>`'[]'::jsonb`,
          finished_at: clock.now().toISOString(),
          ...fields,
        })
        .execute();
      return id;
    });
  const left = () =>
    behind(harness, async (db) => {
      const rows = await db.selectFrom('connection_runs').select('id').orderBy('id').execute();
      return rows.map(({ id }) => id);
    });
  const { organization_id } = owner;

  await t.test('by age; what is under way stays, and dead letters stay longer', async (t) => {
    await insert(mine, organization_id, 31);
    const young = await insert(mine, organization_id, 29);
    const open = await insert(mine, organization_id, 40, { status: 'queued', finished_at: null });
    const dead = await insert(mine, organization_id, 40, { status: 'failed', dead_letter: 'open' });
    await insert(mine, organization_id, 40, { status: 'failed', dead_letter: 'dismissed' });
    await insert(mine, organization_id, 181, { status: 'failed', dead_letter: 'open' });
    await tidy({});
    t.same(await left(), [young, open, dead].sort());
    await behind(harness, (db) => sql`delete from connection_runs`.execute(db));
  });

  await t.test('by number of each organization, but never what is younger than a day', async (t) => {
    const kept: string[] = [];
    for (let index = 0; index < 6; index += 1) {
      const id = await insert(index % 2 ? mine : second, organization_id, 10 - index);
      if (index >= 3) kept.push(id);
    }
    kept.push(await insert(theirs, neighbour.organization_id, 20));
    await tidy({ most: 3 });
    t.same(await left(), kept.sort());
    for (let index = 0; index < 3; index += 1) kept.push(await insert(mine, organization_id, 0.5));
    await tidy({ most: 3 });
    t.equal((await left()).length, 4, 'three young ones, and the neighbour’s');
    for (let index = 0; index < 3; index += 1) await insert(mine, organization_id, 0.5);
    await tidy({ most: 3 });
    t.equal((await left()).length, 7);
  });
});
