import type { Conditions } from '@patchbay/kernel/fabric';
import type { Principal } from '@patchbay/kernel/permissions';
import { REDACTED } from '@patchbay/kernel/telemetry';
import { isForAuthor, type OwnerCounts, OwnerRows, type SealedSteps, type Step } from '@patchbay/runs';
import type { Static } from 'typebox';
import type { RuleReply } from '../../schemas.ts';
import { missesOfRules, ruleExecutions } from '../intake/rule-tables.ts';
import type { TriggerConfig, TriggerType } from '../intake/trigger.ts';

const ruleColumns = [
  'id',
  'organization_id',
  'name',
  'trigger_type',
  'trigger_config',
  'conditions',
  'sealed_actions',
  'max_runs_per_minute',
  'is_enabled',
  'shadow',
  'author_id',
  'paused_reason',
  'next_fire_at',
  'created_at',
  'updated_at',
] as const;

export interface RuleRow {
  readonly id: string;
  readonly organization_id: string;
  readonly name: string;
  readonly trigger_type: TriggerType;
  readonly trigger_config: TriggerConfig;
  readonly conditions: Conditions | null;
  readonly sealed_actions: string;
  readonly max_runs_per_minute: number | null;
  readonly is_enabled: boolean;
  readonly shadow: boolean;
  readonly author_id: string;
  readonly paused_reason: string | null;
  readonly next_fire_at: string | null;
  readonly created_at: string;
  readonly updated_at: string;
}

export type RuleView = Static<typeof RuleReply>;

/** Params of actions are their author's; everybody else sees the marker, as with Connections (SPEC 4.5). */
export function viewOfRule(
  { sealed_actions, ...row }: RuleRow,
  actions: readonly Step[],
  reader: Principal,
  counts: OwnerCounts,
): RuleView {
  const isAuthor = reader.user_id === row.author_id;
  const shown = actions.map(({ operation_id: action_type, params, params_of, ...policy }) => ({
    action_type,
    params: isAuthor && isForAuthor({ params, params_of }) ? params : REDACTED,
    ...policy,
  }));
  return { ...row, trigger_config: { ...row.trigger_config }, actions: shown, ...counts };
}

export type RuleRows = OwnerRows<RuleRow, RuleView>;

/** Reads rules inside a unit. */
export const ruleRows = (sealed: SealedSteps): RuleRows =>
  new OwnerRows({
    table: {
      owners: ruleExecutions.owners,
      counters: missesOfRules.counters,
      failures: ruleExecutions.failures,
      columns: ruleColumns,
      searched: ['name'],
      viewOf: (row, reader, counts) => viewOfRule(row, sealed.open(row.sealed_actions, row), reader, counts),
    },
  });
