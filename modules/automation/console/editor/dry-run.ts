import { call } from '@patchbay/console-kit';
import { type Finding, isEventPattern } from '@patchbay/console-kit/steps-model';
import { type RuleDraft, ruleBody } from './rule-draft.ts';

/** Whether there is enough to be checked. */
export const isComplete = ({ name, trigger_type, event_pattern, cron, actions }: RuleDraft): boolean =>
  name.trim() !== '' &&
  actions.length > 0 &&
  (trigger_type === 'event' ? isEventPattern(event_pattern) : cron.trim() !== '');

/** Findings of the platform on a draft that is not saved. */
export async function dryRun(draft: RuleDraft, rule_id: string | null): Promise<readonly Finding[]> {
  const query = { dry_run: true };
  const body = ruleBody(draft);
  const { data } =
    rule_id === null
      ? await call('POST', '/automation/rules', { query, body })
      : await call('PATCH', '/automation/rules/{rule_id}', { path: { rule_id }, query, body });
  return data.findings ?? [];
}
