import { DATABASE, sql } from '@patchbay/kernel/database';
import { CLOCK } from '@patchbay/kernel/telemetry';
import { RunRetention } from '@patchbay/runs';
import { bootPlatform, waitFor } from '@patchbay/test/harness';
import t from 'tap';
import { forgottenExecutions } from '../services/intake/rule-tables.ts';
import { EXECUTION_WORKER, WATCH } from '../tokens.ts';
import { pretendedModule } from './support/actions.ts';
import { action, addRule, behind, ended, executionsOf, type Fields, publish } from './support/platform.ts';

t.test('Upkeep', async (t) => {
  const harness = await bootPlatform(t, { modules: [pretendedModule] });
  const owner = await harness.owner();
  const { organization_id } = owner;
  const say = action('pretended.say', { text: 'x' });

  t.test('what is old goes, and what is too many but of the last day', async (t) => {
    const id = await addRule(harness, owner, { actions: [say] });
    await publish(harness, organization_id, [{}, {}, {}, {}, {}, {}]);
    const items: readonly Fields[] = await ended(harness, owner, id, 6);
    const age = (numbers: readonly number[], days: number) =>
      behind(harness, (db) =>
        sql`update automation_executions set finished_at = now() - make_interval(days => ${days}::integer)
          where id = any(${numbers.map((number) => String(items[number]?.['id']))}::uuid[])`.execute(db),
      );
    await age([5], 40);
    await age([3, 4], 3);
    const left = async (options: { days: number; most: number }) => {
      await new RunRetention({
        ...forgottenExecutions,
        database: harness.get(DATABASE),
        clock: harness.get(CLOCK),
        options: { deadLetterDays: 180, ...options },
      }).tidy(AbortSignal.timeout(10_000));
      const { items: kept } = await executionsOf(harness, owner, id);
      return kept.map((each: Fields) => items.findIndex((known) => known['id'] === each['id']));
    };
    t.same(await left({ days: 30, most: 100 }), [0, 1, 2, 3, 4]);
    t.same(await left({ days: 30, most: 4 }), [0, 1, 2, 3]);
    t.same(await left({ days: 30, most: 1 }), [0, 1, 2], 'those of the last day stay');
    await behind(harness, (db) =>
      sql`update automation_executions set dead_letter = case id when ${items[0]?.['id']}::uuid then 'open' else 'dismissed' end`.execute(
        db,
      ),
    );
    await age([0, 1], 179);
    t.same(await left({ days: 30, most: 1 }), [0, 2], 'dead letters stay longer');
    await age([0], 181);
    t.same(await left({ days: 30, most: 1 }), [2]);
  });

  t.test(
    'what a dead process left goes on when its lease ends, and what was deleted or switched off does not',
    async (t) => {
      const rules = [
        await addRule(harness, owner, { is_enabled: false, actions: [say] }),
        await addRule(harness, owner, { actions: [say] }),
        await addRule(harness, owner, { actions: [say] }),
      ];
      const [off = '', gone = '', on = ''] = rules;
      await harness.call('DELETE', `/automation/rules/${gone}`, { as: owner });
      await behind(harness, (db) =>
        sql`insert into automation_executions (id, organization_id, rule_id, status, trigger, lease_until, claim_id)
        select gen_random_uuid(), organization_id, id, 'running', '{}', now() - interval '1 second', gen_random_uuid()
        from automation_rules where id = any(${rules}::uuid[])`.execute(db),
      );
      await harness.get(WATCH).look();
      const outcome = async (id: string) =>
        waitFor('an end', async () => {
          const { items } = await executionsOf(harness, owner, id);
          return items[0]?.finished_at && [items[0].status, items[0].reason];
        });
      t.same(await outcome(on), ['succeeded', null]);
      t.same(await outcome(off), ['skipped', 'rule_disabled']);
      t.same(await outcome(gone), ['skipped', 'rule_deleted']);
    },
  );

  t.test('what ends the process each time is given up', async (t) => {
    const id = await addRule(harness, owner, { is_enabled: false, actions: [say] });
    await behind(harness, (db) =>
      sql`insert into automation_executions (id, organization_id, rule_id, status, trigger, claims)
        select gen_random_uuid(), organization_id, id, 'running', '{}', 50 from automation_rules where id = ${id}::uuid`.execute(
        db,
      ),
    );
    harness.get(EXECUTION_WORKER).wake();
    t.match(await ended(harness, owner, id, 1), [{ status: 'failed', reason: 'gave_up' }]);
  });
});
