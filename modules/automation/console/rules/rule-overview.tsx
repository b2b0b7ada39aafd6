import { Facts, Json, Panel, Stack, Time, UserLink, useTexts, words } from '@patchbay/console-kit';
import { conditionText } from '@patchbay/console-kit/steps';
import { type Rule, ruleFrom } from '../editor/rule-draft.ts';
import { useActions } from '../editor/use-actions.ts';
import { LastExecution } from './last-execution.tsx';
import { texts } from './texts.ts';
import { triggerText } from './trigger-text.ts';

/** Trigger, conditions and actions of a rule. */
export function RuleOverview({ rule }: { readonly rule: Rule }) {
  const t = useTexts(texts);
  const w = useTexts(words);
  const actions = useActions();
  const { conditions } = ruleFrom(rule);
  const { rows, logic } = conditions;
  return (
    <Stack>
      <Panel>
        <Facts
          facts={[
            [t.trigger, <code key="trigger">{triggerText(rule)}</code>],
            rule.next_fire_at === null
              ? null
              : [t.next, <Time key="next" at={rule.next_fire_at} form="full" />],
            rule.trigger_type === 'schedule'
              ? null
              : [t.conditions, rows.length === 0 ? t.always : rows.map(conditionText).join(` ${logic} `)],
            rule.max_runs_per_minute === null ? null : [t.max_runs, rule.max_runs_per_minute],
            [t.last, <LastExecution key="last" rule_id={rule.id} />],
            [t.conditions_failed, rule.conditions_failed],
            [t.failures, rule.failures_in_a_row],
            [t.author, <UserLink key="author" user_id={rule.author_id} />],
            [w.created, <Time key="created" at={rule.created_at} form="full" />],
            [w.updated, <Time key="updated" at={rule.updated_at} form="full" />],
          ]}
        />
      </Panel>
      {rule.actions.map(({ action_type, params, on_failure }, at) => (
        <Panel
          key={`${at} ${action_type}`}
          title={t.action(at + 1, actions.find(action_type)?.title ?? action_type)}
        >
          <Facts
            facts={[
              [t.actions, <code key="type">{action_type}</code>],
              [t.when_it_fails, on_failure],
            ]}
          />
          <Json value={params} label={`${t.params} ${at + 1}`} />
        </Panel>
      ))}
    </Stack>
  );
}
