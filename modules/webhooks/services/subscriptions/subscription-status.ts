import type { Database } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import { notFound } from '@patchbay/kernel/errors';
import type { Principal } from '@patchbay/kernel/permissions';
import { subscriptions } from './subscription-rows.ts';

/** Progress of a subscription's deliveries. */
export class SubscriptionStatus extends Service<{ database: Pick<Database, 'read'> }> {
  of(principal: Principal, id: string) {
    return this.parts.database.read(principal, async (unit) => {
      const { is_enabled } = await subscriptions.get(unit, id);
      const [queue, { waiting }] = await Promise.all([
        unit.sql
          .selectFrom('webhook_queues')
          .select(['position', 'wanted_to', 'last_sequence', 'due_at', 'failing_since'])
          .where('id', '=', id)
          .executeTakeFirst(),
        unit.sql
          .selectFrom('webhook_deliveries')
          .where('subscription_id', '=', id)
          .where('status', '=', 'waiting')
          .select((e) => e.fn.countAll<number>().as('waiting'))
          .executeTakeFirstOrThrow(),
      ]);
      if (queue === undefined) throw notFound();
      const { last_sequence, position, wanted_to, due_at, failing_since } = queue;
      return {
        last_sequence,
        waiting,
        // Switched off, it catches up with nothing: switched on again it begins with what happens then.
        is_behind: is_enabled && position < wanted_to,
        next_attempt_at: due_at,
        failing_since,
      };
    });
  }
}
