import { sql } from '@patchbay/kernel/database';
import { bootPlatform, unreachable, waitFor } from '@patchbay/test/harness';
import { DoomedProcess, doomedPlace, oneIdPerEffect, untilWorked } from '@patchbay/test/kit';
import t from 'tap';
import { EXECUTION_WORKER } from '../tokens.ts';
import { pretendedModule } from './support/actions.ts';
import { action, addRule, behind, publish } from './support/platform.ts';
import { Receiver } from './support/receiver.ts';

const ROUNDS = 3;
const redisUrl = process.env['PATCHBAY_TEST_REDIS_URL'];
const skip = redisUrl === undefined ? 'PATCHBAY_TEST_REDIS_URL is not set: no redis-server here' : false;
const environment = { REDIS_URL: String(redisUrl), FABRIC_WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' };

t.test(
  'of two platforms one dies again and again; every event is answered, every effect has one id',
  { skip },
  async (t) => {
    const receiver = await Receiver.start(t);
    const { databaseUrl, dataDir } = await doomedPlace(t);
    const harness = await bootPlatform(t, {
      databaseUrl,
      environment,
      modules: [pretendedModule],
    });
    const owner = await harness.owner();
    const site_id = await harness.site(owner, 'Harbour');
    const controller_id = await unreachable(harness, owner, site_id);
    const key = '{{trigger.payload.key}}';
    const change = { feature: 'pretended.set', operation: 'update', payload: { name: key } };
    const rule_id = await addRule(harness, owner, {
      actions: [
        action('webhook', { url: `${receiver.url}/first/${key}` }),
        action('stage_change', { controller_id, ...change }),
        action('create_alert', { title: key }),
        action('webhook', { url: `${receiver.url}/last/${key}` }),
      ],
    });

    const told: string[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const before = told.length;
      const rival = DoomedProcess.start(
        t,
        new URL('./support/rival.ts', import.meta.url),
        [databaseUrl, owner.organization_id, dataDir],
        (keys: readonly string[]) => told.push(...keys),
        environment,
      );
      await waitFor('the rival at work', () => told.length > before, { timeoutMs: 60_000 });
      const mine = Array.from({ length: 10 }, () => crypto.randomUUID());
      await publish(
        harness,
        owner.organization_id,
        mine.map((each) => ({ key: each })),
      );
      told.push(...mine);
      const effects = receiver.received.length + 1 + Math.floor(Math.random() * 40);
      await waitFor('a moment to die', () => receiver.received.length >= effects, { timeoutMs: 60_000 });
      await rival.kill();
      const { rows } = await behind(harness, (db) =>
        sql<{ open: number }>`select count(*)::integer as open from automation_executions
        where status in ('queued', 'running')`.execute(db),
      );
      t.comment(`killed after ${effects} requests, with ${rows[0]?.open} executions open`);
    }
    await untilWorked(harness, 'automation_executions', harness.get(EXECUTION_WORKER), async () => {
      const { rows } = await behind(harness, (db) =>
        sql<{ answered: number; open: number }>`
          select count(distinct l.payload->'payload'->>'key') filter (where e.status = 'succeeded')::integer as answered,
            count(*) filter (where e.status in ('queued', 'running'))::integer as open
          from automation_executions e join event_log l on l.id = e.event_id
          where e.rule_id = ${rule_id}::uuid`.execute(db),
      );
      return Number(rows[0]?.answered) >= told.length && rows[0]?.open === 0;
    });

    const ids = oneIdPerEffect(t, receiver.received);
    for (const stage of ['first', 'last'])
      t.same(
        told.filter((each) => !ids.has(`/${stage}/${each}`)),
        [],
        `every event reached the ${stage} receiver`,
      );
    const once_each = await behind(harness, (db) =>
      sql<{ what: string; total: number; most: number }>`
      select what, count(*)::integer as total, max(times)::integer as most from (
        select 'alerts' as what, title as key, count(*) as times from alerts group by title
        union all
        select 'changes', payload->>'name', count(*) from pending_changes group by payload->>'name') x
      group by what order by what`.execute(db),
    );
    t.same(
      once_each.rows.map(({ what, most }) => [what, most]),
      [
        ['alerts', 1],
        ['changes', 1],
      ],
    );
    t.ok(once_each.rows.every(({ total }) => total >= told.length));
  },
);
