import type { World } from '../world/world.ts';
import { type Consumer, countedBy, executionsOf } from './relay-consumers.ts';

/** A rule that stages a write on the router for every event: each stands in the queue of changes once. */
export async function wireStaging(world: World): Promise<Consumer> {
  const params = {
    controller_id: world.controller_id,
    feature: 'routeros.firewall.filter',
    operation: 'create',
    payload: { chain: 'forward', action: 'accept', comment: 'for {{trigger.name}}' },
  };
  const { body } = await world.must('POST', '/automation/rules', 201, {
    body: {
      name: 'staged by a rule',
      trigger_type: 'event',
      trigger_config: { event_pattern: 'site.created' },
      actions: [{ action_type: 'stage_change', params }],
    },
  });
  const { open, begun } = executionsOf(body.id);
  return {
    name: 'staging',
    open,
    begun,
    async judge(events) {
      const rows = await world.rows<{ comment: string; n: number }>(
        `select payload->>'comment' as comment, count(*)::int as n from pending_changes group by 1`,
      );
      const staged = new Map(rows.map(({ comment, n }) => [comment, n]));
      return countedBy(events, ({ name }) => {
        const n = staged.get(`for ${name}`) ?? 0;
        return { least: n, most: n };
      });
    },
  };
}
