import { call, refresh, type Tagged, tellDone, useGo, useTexts } from '@patchbay/console-kit';
import { type Base, type DraftSaving, underFormerKeys, useDraftSaving } from '@patchbay/console-kit/steps';
import { isRuleChanged, type Rule, type RuleDraft, ruleBody, ruleFrom, rulePatch } from './rule-draft.ts';
import { texts } from './texts.ts';

export type RuleBase = Base<Rule, RuleDraft>;

export const ruleBase = (tagged: Tagged<Rule>): RuleBase => ({ ...tagged, draft: ruleFrom(tagged.data) });

interface SavingInput {
  readonly draft: RuleDraft;
  readonly first: RuleBase | null;
  readonly blank: RuleDraft;
  readonly latest: Tagged<Rule> | null;
  load(draft: RuleDraft): void;
  refused(error: unknown): void;
}

/** Saves the draft as a new rule, or what it changes of the stored one. */
export function useRuleSaving(input: SavingInput): DraftSaving<Rule, RuleDraft> {
  const t = useTexts(texts);
  const go = useGo();
  const { draft } = input;
  return useDraftSaving({
    ...input,
    load: (fresh) => input.load({ ...fresh, actions: underFormerKeys(fresh.actions, draft.actions) }),
    draftOf: ruleFrom,
    isChanged: isRuleChanged,
    create: async () => {
      const { data } = await call('POST', '/automation/rules', { body: ruleBody(draft) });
      refresh('/automation');
      tellDone(t.created);
      if ('id' in data) go(`/rules/${data.id}`);
    },
    update: async (base, rule_id, etag) => {
      await call('PATCH', '/automation/rules/{rule_id}', {
        path: { rule_id },
        body: rulePatch(draft, base),
        etag,
      });
      refresh('/automation');
      tellDone(t.saved);
    },
    read: async (rule_id) => {
      const { data, response } = await call('GET', '/automation/rules/{rule_id}', { path: { rule_id } });
      return { data, etag: response.headers.get('etag') };
    },
  });
}
