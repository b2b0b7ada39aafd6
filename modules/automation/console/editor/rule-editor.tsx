import {
  Badge,
  Button,
  Checkbox,
  MergeNotice,
  Notice,
  NumberField,
  Page,
  PageLink,
  Panel,
  Stack,
  type Tagged,
  TextField,
  useLeaveGuard,
  useRead,
  useTexts,
} from '@patchbay/console-kit';
import {
  CheckLine,
  ConditionsEditor,
  eventsMatching,
  FindingList,
  fieldsOfAll,
  findingsAt,
  useDraftCheck,
} from '@patchbay/console-kit/steps';
import { useMemo, useState } from 'react';
import { TICK } from './action-schema.ts';
import { ActionsEditor } from './actions-editor.tsx';
import { dryRun, isComplete } from './dry-run.ts';
import { ruleFindings } from './local-findings.ts';
import { fieldsOfRule, isRuleChanged, type Rule, type RuleDraft } from './rule-draft.ts';
import { texts } from './texts.ts';
import { TriggerFields } from './trigger-fields.tsx';
import { useActions } from './use-actions.ts';
import { ruleBase, useRuleSaving } from './use-rule-saving.ts';

export interface RuleEditorProps {
  /** The rule as it was read last; null for a new one. */
  readonly latest: Tagged<Rule> | null;
  readonly isDeleted?: boolean;
  /** Draft that a new rule begins with. */
  readonly blank: RuleDraft;
}

const NO_EVENTS: readonly never[] = [];
const OF_TICKS: readonly unknown[] = [TICK];

/** A rule as a form. */
export function RuleEditor({ latest, isDeleted = false, blank }: RuleEditorProps) {
  const t = useTexts(texts);
  const [first] = useState(() => (latest === null ? null : ruleBase(latest)));
  const [draft, setDraft] = useState(first?.draft ?? blank);
  const rule_id = first?.data.id ?? null;
  const set = (change: Partial<RuleDraft>) => setDraft((former) => ({ ...former, ...change }));
  const actions = useActions();
  const catalog = useRead('/fabric/catalog', {});
  const events = catalog.data?.events ?? NO_EVENTS;
  const check = useDraftCheck(draft, isComplete, (checked) => dryRun(checked, rule_id));
  const saving = useRuleSaving({ draft, first, blank, latest, load: setDraft, refused: check.take });
  const findings = useMemo(
    () => ruleFindings(draft, check.findings, { later: t.reads_later, misplaced: t.misplaced }),
    [draft, check.findings, t],
  );
  const payloads = useMemo(
    () =>
      draft.trigger_type === 'schedule'
        ? OF_TICKS
        : eventsMatching(events, draft.event_pattern).map(({ payload_schema }) => payload_schema),
    [draft.trigger_type, draft.event_pattern, events],
  );
  const guard = useLeaveGuard(saving.isUnsaved);
  const isUnsaved = isRuleChanged(draft, saving.base?.draft ?? blank);
  return (
    <Page
      title={saving.base === null ? t.new : t.edit(saving.base.data.name)}
      marks={isUnsaved ? <Badge kind="warning">{t.unsaved}</Badge> : null}
      {...(rule_id === null ? {} : { summary: <PageLink to={`/rules/${rule_id}`}>{t.view}</PageLink> })}
      actions={
        <Button
          variant="primary"
          isPending={saving.isPending}
          isDisabled={draft.name.trim() === '' || draft.actions.length === 0}
          onPress={() => void saving.save()}
        >
          {saving.theirs === null ? t.save : t.save_over}
        </Button>
      }
    >
      <Stack>
        {isDeleted ? (
          <Notice kind="bad" isUrgent>
            {t.deleted}
          </Notice>
        ) : null}
        {saving.theirs === null || saving.base === null ? null : (
          <MergeNotice
            base={fieldsOfRule(saving.base.draft)}
            theirs={fieldsOfRule(saving.theirs.draft)}
            mine={fieldsOfRule(draft)}
            takeTheirs={saving.takeTheirs}
          />
        )}
        <TextField label={t.name} isRequired value={draft.name} onChange={(name) => set({ name })} />
        <CheckLine check={check} incomplete={t.incomplete} findings={findings} />
        <Panel title={t.trigger}>
          <TriggerFields
            draft={draft}
            set={set}
            events={events}
            findings={findings}
            next_fire_at={latest?.data.next_fire_at ?? null}
          />
        </Panel>
        {draft.trigger_type === 'schedule' ? null : (
          <Panel title={t.conditions}>
            <ConditionsEditor
              value={draft.conditions}
              onChange={(conditions) => set({ conditions })}
              fields={fieldsOfAll(payloads)}
              findings={findings}
            />
          </Panel>
        )}
        <section aria-label={t.actions}>
          <ActionsEditor
            value={draft.actions}
            onChange={(next) => {
              if (
                next.length !== draft.actions.length ||
                next.some(({ key }, at) => key !== draft.actions[at]?.key)
              )
                check.forget();
              set({ actions: next });
            }}
            actions={actions}
            payloads={payloads}
            findings={findings}
          />
        </section>
        <Panel title={t.settings}>
          <FindingList findings={findingsAt(findings, 'settings')} />
          <NumberField
            label={t.max_runs}
            hint={t.max_runs_hint}
            value={draft.max_runs_per_minute}
            onChange={(max_runs_per_minute) => set({ max_runs_per_minute })}
          />
          <Checkbox isSelected={draft.is_enabled} onChange={(is_enabled) => set({ is_enabled })}>
            {t.enabled}
          </Checkbox>
          <Checkbox isSelected={draft.shadow} onChange={(shadow) => set({ shadow })}>
            {t.shadow}
          </Checkbox>
        </Panel>
      </Stack>
      {guard}
    </Page>
  );
}
