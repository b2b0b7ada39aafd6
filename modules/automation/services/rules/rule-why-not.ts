import type { Database } from '@patchbay/kernel/database';
import type { SubscriptionRules } from '@patchbay/kernel/events';
import { authorize, type PermissionMap } from '@patchbay/kernel/permissions';
import { authorsAmong, type EventExplainer } from '@patchbay/module-fabric/contract';
import { no, type SealedSteps, WhyNot } from '@patchbay/runs';
import { rulesRead } from '../../permissions.ts';
import { missesOfRules, ruleExecutions } from '../intake/rule-tables.ts';
import { isSchedule } from '../intake/trigger.ts';
import { ruleRows } from './rule-view.ts';

/** Explains why an event led to no execution of a rule, to users who may see rules. */
export function ruleWhyNot(
  database: Pick<Database, 'read'>,
  sealed: SealedSteps,
  visibility: Pick<SubscriptionRules, 'mayHear'>,
  permissions: PermissionMap,
): EventExplainer {
  const rows = ruleRows(sealed);
  const whyNot = new WhyNot({
    kind: ruleExecutions,
    misses: missesOfRules,
    database,
    authors: authorsAmong,
    words: { run: 'Execution', answers: 'answer' },
    isUnheardFirst: false,
    async ownerOf(unit, id) {
      const { trigger_config: config, ...row } = await rows.row(unit, id);
      return { ...row, pattern: isSchedule(config) ? null : config.event_pattern };
    },
    unheard(author, event) {
      if (author === null) return no('author_disabled', 'Its author can no longer act.');
      if (visibility.mayHear(author, event)) return null;
      const { site_ids } = author;
      const isElsewhere = site_ids !== null && (event.site_id === null || !site_ids.includes(event.site_id));
      return isElsewhere
        ? no('author_site', 'Its author is held to sites, and the event is of none of them.')
        : no('author_permission', `Its author may not subscribe to ${event.event_type}.`);
    },
  });
  return {
    target: 'rule',
    async explain(principal, event_id, rule_id) {
      authorize(permissions, principal, { permission: rulesRead.id });
      return whyNot.explain(principal, event_id, rule_id);
    },
  };
}
