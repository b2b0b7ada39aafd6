import { type Database, sql } from '@patchbay/kernel/database';
import { systemPrincipal } from '@patchbay/kernel/permissions';
import { causationOf, DEFAULT_CEILING } from '@patchbay/runs';
import { ruleThrottled } from '../../events.ts';
import type { Trip } from './rule-gates.ts';

/** Says that a rule is held back, once per trip, however often it is asked. */
export class RuleTrips {
  readonly #database: Pick<Database, 'write'>;

  constructor(database: Pick<Database, 'write'>) {
    this.#database = database;
  }

  announce({ rule, event }: Trip): Promise<void> {
    const { id: rule_id, name, organization_id } = rule;
    return this.#database.write(systemPrincipal(organization_id), async (work) => {
      const announced = await work.sql
        .updateTable('automation_gates')
        .set({ is_announced: true, updated_at: sql<string>`now()` })
        .where('id', '=', rule_id)
        .where('tripped_at', 'is not', null)
        .where('is_announced', '=', false)
        .returning('tripped_at')
        .executeTakeFirst();
      if (announced === undefined) return;
      const runs_per_minute = rule.max_runs_per_minute ?? DEFAULT_CEILING;
      work.events.publish(
        ruleThrottled,
        { rule_id, name, runs_per_minute, since: String(announced.tripped_at) },
        { causation: causationOf(event, rule_id) },
      );
      work.audit.record({
        action: 'automation.rules.throttle',
        target_type: 'automation_rule',
        target_id: rule_id,
        detail: { runs_per_minute },
      });
    });
  }
}
