import { type Database, sql } from '@patchbay/kernel/database';
import { systemPrincipal } from '@patchbay/kernel/permissions';
import type { Owner } from '@patchbay/runs';
import { rulePaused } from '../../events.ts';

/** Stops rules that may not go on, once, and says so (DECISIONS 28). */
export class RulePause {
  readonly #database: Pick<Database, 'write'>;

  constructor(database: Pick<Database, 'write'>) {
    this.#database = database;
  }

  /** Leaves a rule alone that has found another author meanwhile. */
  pause(rule: Owner, reason: string): Promise<void> {
    return this.#database.write(systemPrincipal(rule.organization_id), async (work) => {
      const paused = await work.sql
        .updateTable('automation_rules')
        .set({ paused_reason: reason, next_fire_at: null, updated_at: sql<string>`now()` })
        .where('id', '=', rule.id)
        .where('author_id', '=', rule.author_id)
        .where('paused_reason', 'is', null)
        .where('deleted_at', 'is', null)
        .returning(['name', 'author_id'])
        .executeTakeFirst();
      if (paused === undefined) return;
      work.events.publish(rulePaused, { rule_id: rule.id, reason, ...paused });
      work.audit.record({
        action: 'automation.rules.pause',
        target_type: 'automation_rule',
        target_id: rule.id,
        detail: { reason, author_id: paused.author_id },
      });
    });
  }
}
