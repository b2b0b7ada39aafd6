import {
  ActionButton,
  call,
  ErrorNotice,
  PageLink,
  type ReplyOf,
  Row,
  refresh,
  Stack,
  StatusBadge,
  useRead,
  useTexts,
} from '@patchbay/console-kit';
import {
  ConditionsVerdict,
  eventsMatching,
  exampleOf,
  type TrialSource,
  TrialSourceFields,
  useRunWords,
} from '@patchbay/console-kit/steps';
import { useState } from 'react';
import type { Rule } from '../editor/rule-draft.ts';
import { triggerText } from '../rules/trigger-text.ts';
import { ExecutionTrace } from './execution-trace.tsx';
import { texts } from './texts.ts';

type Tested = ReplyOf<'POST', '/automation/rules/{rule_id}/test'>;

/** Carries the rule out once, with a payload, a past event, or now if it is a schedule. */
export function TestPanel({ rule }: { readonly rule: Rule }) {
  const t = useTexts(texts);
  const isSchedule = rule.trigger_type === 'schedule';
  const catalog = useRead('/fabric/catalog', {}, { enabled: !isSchedule });
  const [source, setSource] = useState<TrialSource | null>(null);
  const [tested, setTested] = useState<Tested | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [event] = eventsMatching(catalog.data?.events ?? [], triggerText(rule));
  const example = exampleOf(event?.payload_schema);
  const run = async () => {
    setError(null);
    try {
      const body = isSchedule ? {} : (source ?? { payload: { ...Object(example) } });
      const { data } = await call('POST', '/automation/rules/{rule_id}/test', {
        path: { rule_id: rule.id },
        body,
      });
      setTested(data);
      refresh('/automation');
    } catch (fault) {
      setError(fault);
    }
  };
  if (!isSchedule && catalog.isPending) return null;
  return (
    <Stack>
      <p className="muted">{t.test_hint}</p>
      {isSchedule ? (
        <p>{t.test_now}</p>
      ) : (
        <TrialSourceFields pattern={triggerText(rule)} example={example} onChange={setSource} />
      )}
      <div>
        <ActionButton variant="primary" run={run}>
          {t.run_test}
        </ActionButton>
      </div>
      {error === null ? null : <ErrorNotice error={error} />}
      {tested === null ? null : <Result tested={tested} />}
    </Stack>
  );
}

function Result({ tested }: { readonly tested: Tested }) {
  const t = useTexts(texts);
  const words = useRunWords();
  return (
    <Stack>
      <Row>
        <strong>{t.result}</strong>
        <StatusBadge status={tested.status} label={words.status(tested.status)} />
        <PageLink to={`/executions/${tested.id}`}>{t.open}</PageLink>
      </Row>
      {tested.reason === null ? null : <p>{words.reason(tested.reason)}</p>}
      <ConditionsVerdict {...tested.conditions} />
      <ExecutionTrace actions={tested.actions} />
    </Stack>
  );
}
