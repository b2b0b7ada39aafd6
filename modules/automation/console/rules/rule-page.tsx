import {
  ActionButton,
  LinkButton,
  Notice,
  Page,
  Stack,
  Tabs,
  type Tagged,
  useGo,
  usePathParameter,
  useSession,
  useTagged,
  useTexts,
  useWrite,
  WaitingFor,
  words,
} from '@patchbay/console-kit';
import { useRunWords } from '@patchbay/console-kit/steps';
import type { Rule } from '../editor/rule-draft.ts';
import { DeadLetters } from '../executions/dead-letters.tsx';
import { ExecutionsList } from '../executions/executions-list.tsx';
import { RuleOverview } from './rule-overview.tsx';
import { RuleState } from './rule-state.tsx';
import { RuleTest } from './rule-test.tsx';
import { texts } from './texts.ts';
import { WhyNot } from './why-not.tsx';

const EVERY_MS = 15_000;

export default function RulePage() {
  const rule_id = usePathParameter('rule_id');
  const read = useTagged(
    '/automation/rules/{rule_id}',
    { path: { rule_id } },
    { live: ['automation.rule.*'], everyMs: EVERY_MS },
  );
  return <WaitingFor read={read}>{(tagged) => <RuleDetails {...tagged} />}</WaitingFor>;
}

function RuleDetails({ data: rule }: Tagged<Rule>) {
  const t = useTexts(texts);
  const w = useTexts(words);
  const run = useRunWords();
  const { mayCall } = useSession();
  const { id, name, paused_reason } = rule;
  return (
    <Page title={name} marks={<RuleState {...rule} />} actions={<RuleActions {...rule} />}>
      <Stack>
        {paused_reason === null ? null : (
          <Notice kind="warning" title={t.paused_title}>
            <p>
              {run.reason(paused_reason)} {t.paused_hint}
            </p>
          </Notice>
        )}
        <Tabs
          label={name}
          tabs={[
            { id: 'overview', title: w.overview, content: () => <RuleOverview rule={rule} /> },
            { id: 'executions', title: t.executions, content: () => <ExecutionsList rule_id={id} /> },
            { id: 'dead', title: t.dead_letters, content: () => <DeadLetters rule_id={id} /> },
            ...(rule.trigger_type === 'event'
              ? [{ id: 'why-not', title: t.why_not, content: () => <WhyNot rule={rule} /> }]
              : []),
            ...(mayCall('POST', '/automation/rules/{rule_id}/test')
              ? [{ id: 'test', title: t.test, content: () => <RuleTest rule={rule} /> }]
              : []),
          ]}
        />
      </Stack>
    </Page>
  );
}

function RuleActions({ id, is_enabled, paused_reason }: Rule) {
  const t = useTexts(texts);
  const w = useTexts(words);
  const go = useGo();
  const { mayCall } = useSession();
  const path = { rule_id: id };
  const isOn = is_enabled && paused_reason === null;
  const save = useWrite('PATCH', '/automation/rules/{rule_id}', { done: isOn ? t.disabled : t.enabled });
  const remove = useWrite('DELETE', '/automation/rules/{rule_id}', {
    done: t.deleted,
    onDone: () => go('/rules'),
  });
  return (
    <>
      {mayCall('PATCH', '/automation/rules/{rule_id}') ? (
        <>
          <LinkButton variant="primary" to={`/rules/${id}/edit`}>
            {w.edit}
          </LinkButton>
          <ActionButton run={() => save.run({ path, body: { is_enabled: !isOn } })}>
            {isOn ? t.disable : t.enable}
          </ActionButton>
        </>
      ) : null}
      {mayCall('DELETE', '/automation/rules/{rule_id}') ? (
        <ActionButton
          variant="danger"
          confirm={{ title: t.delete_question }}
          run={() => remove.run({ path })}
        >
          {w.delete}
        </ActionButton>
      ) : null}
    </>
  );
}
