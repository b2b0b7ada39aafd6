import {
  ActionButton,
  call,
  ErrorNotice,
  Notice,
  PageLink,
  Row,
  refresh,
  Stack,
  StatusBadge,
  useTexts,
} from '@patchbay/console-kit';
import {
  ConditionsVerdict,
  exampleOf,
  type TrialSource,
  TrialSourceFields,
  useRunWords,
  type VerdictProps,
} from '@patchbay/console-kit/steps';
import { useState } from 'react';
import type { ShownRun } from './overlay.ts';
import { texts } from './texts.ts';

export interface TestPanelProps {
  readonly connection_id: string;
  readonly pattern: string;
  readonly payload_schema: unknown;
  /** The saved Connection is not what is on the canvas. */
  readonly isChanged: boolean;
  readonly event_id?: string | null;
  show(run: ShownRun): void;
}

interface Tested {
  readonly id: string;
  readonly status: string;
  readonly reason: string | null;
  readonly verdict: VerdictProps;
}

/** Carries the saved Connection out once, with a payload or a past event. */
export function TestPanel({
  connection_id,
  pattern,
  payload_schema,
  isChanged,
  event_id = null,
  show,
}: TestPanelProps) {
  const t = useTexts(texts);
  const words = useRunWords();
  const [source, setSource] = useState<TrialSource | null>(() =>
    event_id === null ? { payload: { ...Object(exampleOf(payload_schema)) } } : { event_id },
  );
  const [tested, setTested] = useState<Tested | null>(null);
  const [error, setError] = useState<unknown>(null);
  const run = async () => {
    if (source === null) return;
    setError(null);
    try {
      const { data } = await call('POST', '/fabric/connections/{connection_id}/test', {
        path: { connection_id },
        body: source,
      });
      const { id, status, reason, conditions, steps } = data;
      setTested({ id, status, reason, verdict: conditions });
      show({ status, reason, steps, held: conditions.held });
      refresh('/fabric');
    } catch (fault) {
      setError(fault);
    }
  };
  return (
    <Stack>
      <p className="muted">{t.test_hint}</p>
      {isChanged ? <Notice kind="warning">{t.test_saved}</Notice> : null}
      <TrialSourceFields
        pattern={pattern}
        example={exampleOf(payload_schema)}
        event_id={event_id}
        onChange={setSource}
      />
      <div>
        <ActionButton variant="primary" isDisabled={source === null} run={run}>
          {t.test_run}
        </ActionButton>
      </div>
      {error === null ? null : <ErrorNotice error={error} />}
      {tested === null ? null : (
        <Stack gap="small">
          <Row>
            <strong>{t.result}</strong>
            <StatusBadge status={tested.status} label={words.status(tested.status)} />
            <PageLink to={`/runs/${tested.id}`}>{t.open_run}</PageLink>
          </Row>
          {tested.reason === null ? null : <p>{words.reason(tested.reason)}</p>}
          <ConditionsVerdict {...tested.verdict} />
        </Stack>
      )}
    </Stack>
  );
}
