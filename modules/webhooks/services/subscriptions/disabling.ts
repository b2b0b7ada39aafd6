import { type Database, sql } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import { systemPrincipal } from '@patchbay/kernel/permissions';
import { type DisabledReason, webhookDisabled } from '../../contract.ts';
import { cancelWaiting } from '../queue/queue.ts';

/** Switches a subscription off that cannot go on, once, and says so. */
export class Disabling extends Service<{ database: Pick<Database, 'write'> }> {
  /** Leaves one alone that was switched off, or on anew by another author, meanwhile. */
  disable(
    { id, organization_id }: { readonly id: string; readonly organization_id: string },
    reason: DisabledReason,
  ): Promise<void> {
    return this.parts.database.write(systemPrincipal(organization_id), async (work) => {
      const disabled = await work.sql
        .updateTable('webhook_subscriptions')
        .set({
          is_enabled: false,
          disabled_reason: reason,
          disabled_at: sql<string>`now()`,
          updated_at: sql<string>`clock_timestamp()`,
        })
        .where('id', '=', id)
        .where('is_enabled', '=', true)
        .where('deleted_at', 'is', null)
        .returning(['name', 'author_id'])
        .executeTakeFirst();
      if (disabled === undefined) return;
      const queue = await work.sql
        .selectFrom('webhook_queues')
        .select('failing_since')
        .where('id', '=', id)
        .executeTakeFirst();
      await cancelWaiting(work, id, 'webhook_disabled', 'in_order');
      work.events.publish(webhookDisabled, {
        webhook_id: id,
        ...disabled,
        reason,
        failing_since: queue?.failing_since ?? null,
      });
      work.audit.record({
        action: 'webhooks.disable',
        target_type: 'webhook',
        target_id: id,
        detail: { reason, author_id: disabled.author_id },
      });
    });
  }
}
