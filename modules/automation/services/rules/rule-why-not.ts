import type { Database, Unit } from '@patchbay/kernel/database';
import { forbidden } from '@patchbay/kernel/errors';
import { parsePattern, patternMatches, type SubscriptionRules } from '@patchbay/kernel/events';
import { evaluateConditions } from '@patchbay/kernel/fabric';
import { decide, type PermissionMap, type Principal } from '@patchbay/kernel/permissions';
import type { Authors, EventExplainer } from '@patchbay/module-fabric/contract';
import {
  type Explanation,
  explainedEvent,
  isAfter,
  no,
  ofRun,
  recordedMiss,
  type SealedSteps,
  unmet,
} from '@patchbay/runs';
import { rulesRead } from '../../permissions.ts';
import { missesOfRules } from '../intake/rule-tables.ts';
import { patternOf } from '../intake/trigger.ts';
import { RuleRows } from './rule-rows.ts';
import type { RuleRow } from './rule-view.ts';

type Event = Awaited<ReturnType<typeof explainedEvent>>;

export interface WhyNotDeps {
  readonly database: Pick<Database, 'read'>;
  readonly sealed: SealedSteps;
  readonly authors: Pick<Authors, 'now'>;
  readonly hearing: Pick<SubscriptionRules, 'mayHear'>;
  readonly permissions: PermissionMap;
}

/** Says of an event and a rule why nothing happened: what was recorded first, then what can be told today. */
export class RuleWhyNot implements EventExplainer {
  readonly target = 'rule';
  readonly #deps: WhyNotDeps;
  readonly #rules: RuleRows;

  constructor(deps: WhyNotDeps) {
    this.#deps = deps;
    this.#rules = new RuleRows(deps.sealed);
  }

  async explain(principal: Principal, event_id: string, rule_id: string): Promise<Explanation> {
    const { allowed, reason } = decide(this.#deps.permissions, principal, { permission: rulesRead.id });
    if (!allowed) throw forbidden({ message: `Not allowed: ${reason}.` });
    const found = await this.#deps.database.read(principal, async (unit) => {
      const event = await explainedEvent(unit, event_id);
      const rule = await this.#rules.row(unit, rule_id);
      return { event, rule, recorded: await recordedIn(unit, rule_id, event_id, event) };
    });
    return found.recorded ?? this.#asOfNow(found.rule, found.event);
  }

  /** Nothing was recorded, so the rule as it stands must answer. */
  async #asOfNow(rule: RuleRow, event: Event): Promise<Explanation> {
    if (rule.trigger_type === 'schedule') return no('schedule', 'The rule answers a schedule, not events.');
    if (isAfter(rule.created_at, event)) return no('rule_newer', 'It was made after the event.');
    const text = patternOf(rule.trigger_config);
    const pattern = parsePattern(text);
    if (pattern === null || !patternMatches(pattern, event.event_type))
      return no('pattern', `${text} does not match ${event.event_type}.`);
    if (!rule.is_enabled) return no('rule_disabled', 'It is switched off.');
    if (rule.paused_reason !== null) return no('rule_paused', `It is paused: ${rule.paused_reason}.`);
    const unheard = await this.#unheard(rule, event);
    if (unheard !== null) return unheard;
    const { passed, failed } = evaluateConditions(rule.conditions, event.payload);
    if (!passed) return no('conditions', unmet(failed));
    if (isAfter(rule.updated_at, event))
      return no('rule_changed', 'It was changed after the event; as it is now, it would answer.');
    return no('not_consumed', 'The event is on its way to it.');
  }

  async #unheard({ author_id, organization_id }: RuleRow, event: Event): Promise<Explanation | null> {
    const author = await this.#deps.authors.now(author_id, organization_id);
    if (author === null) return no('author_disabled', 'Its author can no longer act.');
    const heard = { ...event, organization_id };
    if (this.#deps.hearing.mayHear(author, heard)) return null;
    const { site_ids } = author;
    const isElsewhere = site_ids !== null && (event.site_id === null || !site_ids.includes(event.site_id));
    return isElsewhere
      ? no('author_site', 'Its author is held to sites, and the event is of none of them.')
      : no('author_permission', `Its author may not subscribe to ${event.event_type}.`);
  }
}

async function recordedIn(
  unit: Unit,
  rule_id: string,
  event_id: string,
  { cursor }: Event,
): Promise<Explanation | null> {
  const execution = await unit.sql
    .selectFrom('automation_executions')
    .select(['id', 'status', 'reason'])
    .where('rule_id', '=', rule_id)
    .where('event_id', '=', event_id)
    .where('is_test', '=', false)
    .where('rerun_of', 'is', null)
    .executeTakeFirst();
  if (execution !== undefined) return ofRun(execution, 'Execution');
  if (cursor === null) return no('not_relayed', 'The event is committed and not numbered yet.');
  return recordedMiss(unit, rule_id, cursor, missesOfRules);
}
